# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""`--option KEY=VALUE` is checked by name, type, range and named values, and says what may be meant."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omi_physics.batch.options import Known, known_from_json, known_to_json, parse_options
from omi_physics.batch.plan import UsageError

KNOWN = {
    "export_yup": Known("gltf", "BOOLEAN"),
    "export_apply": Known("gltf", "BOOLEAN"),
    "export_image_quality": Known("gltf", "INT", least=0, most=100),
    "export_frame_step": Known("gltf", "INT", least=1),
    "export_tolerance": Known("gltf", "FLOAT", least=0.0, most=1.0),
    "export_materials": Known("gltf", "ENUM", ("EXPORT", "PLACEHOLDER", "NONE")),
    "export_dynamic": Known("gltf", "ENUM"),
    "export_texture_dir": Known("gltf", "STRING"),
    "export_copyright": Known("gltf", "STRING"),
    "export_parts": Known("gltf", "ENUM", ("MESH", "CAMERA", "LIGHT"), is_flag=True),
    "node_layout": Known("scene", "ENUM", ("SEPARATE", "COMPACT")),
    "use_godot_compat": Known("scene", "BOOLEAN"),
}


@pytest.mark.parametrize(
    ("text", "owner", "value"),
    [
        ("export_yup=false", "gltf", False),
        ("export_yup=Yes", "gltf", True),
        ("export_apply=1", "gltf", True),
        ("export_image_quality=75", "gltf", 75),
        ("export_tolerance=.25", "gltf", 0.25),
        ("export_materials=NONE", "gltf", "NONE"),
        ("export_materials=none", "gltf", "NONE"),
        ("export_dynamic=ANYTHING", "gltf", "ANYTHING"),
        ("export_texture_dir=textures/wood", "gltf", "textures/wood"),
        ("export_copyright=(c) a=b", "gltf", "(c) a=b"),
        ("export_copyright=", "gltf", ""),
        ("export_parts=MESH, light", "gltf", ["MESH", "LIGHT"]),
        ("export_parts=", "gltf", []),
        ("node_layout=COMPACT", "scene", "COMPACT"),
        ("use_godot_compat=off", "scene", False),
    ],
)
def test_a_value(text: str, owner: str, value: Any) -> None:
    found = parse_options([text], KNOWN)
    assert getattr(found, owner) == {text.partition("=")[0]: value}
    assert not getattr(found, "scene" if owner == "gltf" else "gltf")


def test_the_last_value_counts() -> None:
    assert parse_options(["export_yup=1", "export_yup=0"], KNOWN).gltf == {"export_yup": False}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("export_yupp=1", "did you mean export_yup?"),
        ("yup=1", "did you mean export_yup?"),
        ("EXPORT_YUP=1", "did you mean export_yup?"),
        ("node-layout=COMPACT", "did you mean node_layout?"),
        ("layout=COMPACT", "did you mean node_layout?"),
        ("godot_compat=1", "did you mean use_godot_compat?"),
        ("export_materials=PLACEHOLDERS", "did you mean PLACEHOLDER?"),
        ("node_layout=1", "it takes SEPARATE, COMPACT"),
        ("zzz=1", "there is no such option"),
        ("export_yup", "expected KEY=VALUE"),
        ("export_yup=maybe", "expected true or false"),
        ("export_image_quality=high", "expected a whole number"),
        ("export_image_quality=7.5", "expected a whole number"),
        ("export_image_quality=101", "expected a number from 0 to 100"),
        ("export_frame_step=0", "expected a number from 1"),
        ("export_tolerance=nan", "expected a number from 0 to 1"),
        ("export_format=GLB", "use --format"),
        ("filepath=a.glb", "--output-dir"),
        ("export_texture_dir=../textures", "below that of the output"),
        ("export_texture_dir=a/../../b", "below that of the output"),
        ("export_texture_dir=/tmp", "below that of the output"),
        ("export_texture_dir=C:\\t", "below that of the output"),
        ("export_texture_dir=\\t", "below that of the output"),
        ("export_parts=MESH,SOUND", "MESH, CAMERA, LIGHT"),
    ],
)
def test_what_is_wrong_is_said(text: str, words: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse_options(["export_apply=1", text], KNOWN)
    assert words in str(raised.value)
    assert text.partition("=")[0] in str(raised.value)


def test_no_hint_where_nothing_is_like_it() -> None:
    with pytest.raises(UsageError, match=r"there is no such option$"):
        parse_options(["qqqqqq=1"], KNOWN)


def test_infinity_is_no_value() -> None:
    known = {"anything": Known("gltf", "FLOAT")}
    with pytest.raises(UsageError, match="finite"):
        parse_options(["anything=inf"], known)


def test_known_options_survive_json() -> None:
    assert known_from_json(json.loads(json.dumps(known_to_json(KNOWN)))) == KNOWN


def test_equal_options_are_equal_data_in_any_order() -> None:
    one = parse_options(["export_yup=1", "export_apply=0"], KNOWN).as_json()
    two = parse_options(["export_apply=0", "export_yup=1"], KNOWN).as_json()
    assert json.dumps(one) == json.dumps(two)


def test_gltfpack_is_refused_with_the_reason() -> None:
    known = {"export_use_gltfpack": Known("gltf", "BOOLEAN")}
    with pytest.raises(UsageError, match="gltfpack drops the physics"):
        parse_options(["export_use_gltfpack=true"], known)
    assert parse_options(["export_use_gltfpack=false"], known).gltf == {"export_use_gltfpack": False}
