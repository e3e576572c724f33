# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a cubic metre of common materials weighs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Density:
    """A solid material; `value` in kg/m3."""

    id: str
    name: str
    value: float


DENSITIES = (
    Density("WOOD", "Wood", 700.0),
    Density("STEEL", "Steel", 7850.0),
    Density("WATER", "Water", 1000.0),
    Density("CONCRETE", "Concrete", 2400.0),
    Density("STONE", "Stone", 2700.0),
    Density("BRICK", "Brick", 1900.0),
    Density("GLASS", "Glass", 2500.0),
    Density("PLASTIC", "Plastic", 1000.0),
    Density("RUBBER", "Rubber", 1100.0),
    Density("ICE", "Ice", 917.0),
    Density("ALUMINUM", "Aluminum", 2700.0),
    Density("COPPER", "Copper", 8960.0),
    Density("LEAD", "Lead", 11340.0),
    Density("GOLD", "Gold", 19300.0),
    Density("FLESH", "Flesh", 1060.0),
    Density("EARTH", "Earth", 1500.0),
    Density("CARDBOARD", "Cardboard", 690.0),
    Density("CORK", "Cork", 240.0),
    Density("FOAM", "Foam", 30.0),
    Density("AIR", "Air", 1.2),
)

BY_ID = {density.id: density for density in DENSITIES}
