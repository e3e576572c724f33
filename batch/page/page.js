// What is in the report comes from files of others: it is only ever set as text, never as HTML.
"use strict";

const STATUSES = ["ok", "failed", "skipped"];
const SEVERITIES = ["error", "warning", "info"];
const COUNTS = ["bodies", "colliders", "triggers", "joints", "shapes"];
const STEP = 200;

const report = JSON.parse(document.getElementById("report").textContent);
const filter = { words: [], statuses: new Set(), severities: new Set(), code: "" };
const order = { key: "", sign: 1 };

// Characters that show nothing, break lines or turn the order of what follows.
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\p{Cs}]/gu;

function visible(text) {
  return text.replace(UNSEEN, (c) => "\\u" + c.codePointAt(0).toString(16).padStart(4, "0"));
}

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "onclick") element.addEventListener("click", value);
    else if (value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

function name(text) {
  return make("bdi", null, visible(text));
}

function number(value) {
  return value.toLocaleString("en-US");
}

function count(value, word) {
  return `${number(value)} ${word}${value === 1 ? "" : "s"}`;
}

function duration(seconds) {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${number(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

// Puts items into an element, a step at a time: thousands at once would make the page slow.
function fill(parent, items, build, more, from = 0) {
  parent.append(...items.slice(from, from + STEP).map(build));
  const left = items.length - from - STEP;
  if (left <= 0) return;
  const button = make("button", { type: "button", class: "more" }, `Show ${number(Math.min(left, STEP))} more of ${number(left)}`);
  button.addEventListener("click", () => {
    button.remove();
    fill(parent, items, build, more, from + STEP);
  });
  more.append(button);
}

// ---- what is asked for

function prepare() {
  report.files.forEach((file, index) => {
    file.index = index;
    file.found = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0]));
    file.text = `${file.file}\n${file.output}\n${file.reason}\n${file.log.join("\n")}`.toLowerCase();
    for (const issue of file.issues) {
      issue.file = file;
      issue.text = `${file.file}\n${issue.object}\n${issue.message}\n${issue.code}\n${issue.fix}`.toLowerCase();
      file.found[issue.severity] += 1;
    }
  });
}

function holds(text) {
  return filter.words.every((word) => text.includes(word));
}

function wantsIssue(issue) {
  return (!filter.severities.size || filter.severities.has(issue.severity)) && (!filter.code || filter.code === issue.code);
}

function wantsStatus(file) {
  return !filter.statuses.size || filter.statuses.has(file.status);
}

function wantsFile(file) {
  if (!wantsStatus(file)) return false;
  const narrowed = filter.severities.size || filter.code;
  if (!narrowed && holds(file.text)) return true;
  return file.issues.some((issue) => wantsIssue(issue) && (holds(issue.text) || holds(file.text)));
}

function asksForAll() {
  return !filter.words.length && !filter.statuses.size && !filter.severities.size && !filter.code;
}

// ---- the head

function head() {
  const { ok, failed, skipped } = report.summary;
  const total = report.files.length;
  const command = { export: "Export", validate: "Check" }[report.command] || "OMI Physics";
  document.getElementById("title").textContent = `${command} report`;
  const problems = report.files.reduce((sum, file) => sum + file.found.error + file.found.warning, 0);
  const verdict = document.getElementById("verdict");
  verdict.textContent = failed ? `${number(failed)} of ${count(total, "file")} failed` : `${count(ok + skipped, "file")}, none failed`;
  if (problems) verdict.append(`; ${count(problems, "problem")} in their physics`);
  verdict.classList.add(failed ? "failed" : problems ? "warning" : "ok");
  const made = [report.command, report.blender && `Blender ${report.blender}`, report.addon && `OMI Physics ${report.addon}`];
  made.push(duration(report.seconds));
  document.getElementById("made").textContent = made.filter(Boolean).map(visible).join(" · ");
}

function tiles(id, words, sums, chosen, labels) {
  const tile = (word) =>
    make(
      "button",
      { type: "button", "data-value": word, "aria-pressed": "false", onclick: () => toggle(chosen, word) },
      make("b", { class: word }, number(sums[word])),
      labels[word],
    );
  document.getElementById(id).append(...words.map(tile));
}

function toggle(chosen, word) {
  if (!chosen.delete(word)) chosen.add(word);
  show();
}

// ---- times

const SVG = "http://www.w3.org/2000/svg";

function draw(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// Bounds of the bars, in seconds: 1, 2, 5 and their tenfolds, as far as there are times.
function bounds(times) {
  const all = [];
  for (let power = -2; power < 6; power += 1) for (const step of [1, 2, 5]) all.push(Number((step * 10 ** power).toPrecision(1)));
  const least = times.reduce((a, b) => Math.min(a, b), Infinity);
  const most = times.reduce((a, b) => Math.max(a, b), 0);
  const first = Math.max(all.findLastIndex((bound) => bound <= least), 0);
  const last = all.findIndex((bound) => bound > most);
  return all.slice(first, (last < 0 ? all.length - 1 : Math.max(last, first + 1)) + 1);
}

function histogram(times) {
  const edges = bounds(times);
  const bars = new Array(edges.length - 1).fill(0);
  for (const time of times) {
    const place = edges.findLastIndex((edge) => edge <= time);
    bars[Math.min(Math.max(place, 0), bars.length - 1)] += 1;
  }
  const [width, height, foot, top] = [420, 150, 18, 14];
  const most = Math.max(...bars);
  const step = width / bars.length;
  const label = `Files by seconds: ${bars.map((bar, i) => `${edges[i]} to ${edges[i + 1]} s: ${bar}`).join(", ")}`;
  const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  bars.forEach((bar, i) => {
    const tall = bar ? Math.max((bar / most) * (height - foot - top), 1) : 0;
    const box = draw("rect", { x: i * step + 1, y: height - foot - tall, width: step - 2, height: tall, rx: 2 });
    box.append(draw("title", {}, `${edges[i]} to ${edges[i + 1]} s: ${count(bar, "file")}`));
    picture.append(box);
    const above = { x: (i + 0.5) * step, y: height - foot - tall - 3, "text-anchor": "middle" };
    if (bar) picture.append(draw("text", above, number(bar)));
    if (bars.length < 12 || i % 2 === 0) picture.append(draw("text", { x: i * step, y: height - 4 }, `${edges[i]} s`));
  });
  picture.append(draw("line", { x1: 0, x2: width, y1: height - foot, y2: height - foot }));
  return make("div", null, make("h3", null, "Files by time"), picture);
}

function slowest(files) {
  const slow = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, 8);
  const list = make("div", { class: "slow" });
  for (const file of slow) {
    const bar = make("progress", { max: slow[0].seconds || 1, value: file.seconds, "aria-hidden": "true" });
    const whole = visible(file.file);
    // The end of a path tells more than its beginning.
    const label = make("bdi", { title: whole }, whole.length > 25 ? `…${whole.slice(-24)}` : whole);
    list.append(label, bar, make("span", { class: "number" }, duration(file.seconds)));
  }
  return make("div", null, make("h3", null, "Slowest"), list);
}

function times(files) {
  const worked = files.filter((file) => file.status !== "skipped");
  const place = document.getElementById("times");
  if (!worked.length) return place.replaceChildren(make("p", { class: "quiet" }, "No file was worked on."));
  const picture = histogram(worked.map((file) => file.seconds));
  return place.replaceChildren(make("div", { class: "times" }, picture, slowest(worked)));
}

function counts(files) {
  const rows = COUNTS.flatMap((key) => {
    const sum = files.reduce((total, file) => total + file.counts[key], 0);
    return [make("dt", null, key[0].toUpperCase() + key.slice(1)), make("dd", { class: "number" }, number(sum))];
  });
  document.getElementById("counts").replaceChildren(...rows);
}

// ---- issues

// What the checks know of a code; null for a code of another version.
function rule(code) {
  return Object.hasOwn(report.rules, code) ? report.rules[code] : null;
}

function fixOf(issue) {
  const known = rule(issue.code);
  return known ? known.button : issue.fix;
}

function issueLine(issue, hasFile) {
  const where = hasFile ? make("div", { class: "quiet mono" }, name(issue.file.file)) : null;
  const fix = !hasFile && fixOf(issue) ? make("div", { class: "fix quiet" }, name(fixOf(issue))) : null;
  const head = hasFile ? [] : [make("span", { class: issue.severity }, issue.severity), " ", make("code", null, name(issue.code)), " "];
  return make("div", { class: "issue" }, ...head, name(issue.message || issue.object), where, fix);
}

function explained(code, first) {
  const known = rule(code);
  if (!known) return first.fix ? make("p", { class: "fix quiet" }, name(first.fix)) : null;
  const button = known.button ? make("b", null, ` ${known.button}`) : null;
  const todo = make("p", null, make("b", null, "What to do: "), known.remedy, button ? " Button in Blender:" : null, button);
  return make("div", { class: "rule" }, make("p", null, known.meaning), make("p", null, make("b", null, "Engines: "), known.engines), todo);
}

function summary(code, first) {
  const known = rule(code);
  if (known) return known.title;
  return first.message.startsWith(`${first.object}: `) ? first.message.slice(first.object.length + 2) : first.message;
}

function group(code, issues) {
  const inFiles = new Set(issues.map((issue) => issue.file)).size;
  const only = make("button", { type: "button", "aria-pressed": String(filter.code === code) }, "Only this");
  only.addEventListener("click", (event) => {
    event.preventDefault();
    filter.code = filter.code === code ? "" : code;
    show();
  });
  const worst = SEVERITIES.find((severity) => issues.some((issue) => issue.severity === severity));
  const sum = make("span", { class: "count quiet" }, `${number(issues.length)} in ${count(inFiles, "file")}`);
  const heading = make("summary", null, make("span", { class: worst }, worst), make("code", null, name(code)), make("span", { class: "about" }, name(summary(code, issues[0]))), sum, only);
  const box = make("details", { "data-code": code }, heading);
  const body = make("div");
  box.addEventListener("toggle", () => {
    if (!box.open || body.isConnected) return;
    box.append(body);
    const list = make("div");
    const more = make("div");
    body.append(...[explained(code, issues[0]), list, more].filter(Boolean));
    fill(list, issues, (issue) => issueLine(issue, true), more);
  });
  if (filter.code) box.open = true;
  return box;
}

function issues(files) {
  const groups = new Map();
  for (const file of files) {
    for (const issue of file.issues) {
      if (!wantsIssue(issue) || !(holds(issue.text) || holds(file.text))) continue;
      if (!groups.has(issue.code)) groups.set(issue.code, []);
      groups.get(issue.code).push(issue);
    }
  }
  const rank = (list) => list.reduce((least, issue) => Math.min(least, SEVERITIES.indexOf(issue.severity)), SEVERITIES.length);
  const sorted = [...groups].map(([code, list]) => [code, list, rank(list)]).sort((a, b) => a[2] - b[2] || b[1].length - a[1].length);
  const place = document.getElementById("issues");
  place.replaceChildren(...(sorted.length ? [] : [make("p", { class: "quiet" }, asksForAll() ? "There are none." : "There are none with this filter.")]));
  fill(place, sorted, ([code, list]) => group(code, list), place);
  return sorted.reduce((sum, [, list]) => sum + list.length, 0);
}

// ---- files

const RANK = { failed: 0, ok: 1, skipped: 1 };
const COLUMNS = [
  ["Status", "", (file) => RANK[file.status] * 2 + (file.status === "skipped")],
  ["File", "", (file) => file.file],
  ...SEVERITIES.map((key) => [{ error: "Errors", warning: "Warnings", info: "Notes" }[key], "number", (file) => file.found[key]]),
  ...COUNTS.map((key) => [key[0].toUpperCase() + key.slice(1), "number", (file) => file.counts[key]]),
  ["Seconds", "number", (file) => file.seconds],
];

function sorted(files) {
  const column = COLUMNS.find(([title]) => title === order.key);
  // Unless asked otherwise: what failed comes first, the rest as in the report.
  const value = column ? column[2] : (file) => RANK[file.status];
  const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
  return [...files].sort((a, b) => order.sign * compare(value(a), value(b)) || a.index - b.index);
}

function detail(file) {
  const parts = [];
  if (file.output) parts.push(make("p", null, "Output: ", make("span", { class: "mono" }, name(file.output))));
  const list = make("div");
  const more = make("div");
  fill(list, file.issues, (issue) => issueLine(issue, false), more);
  parts.push(list, more);
  if (file.log.length) parts.push(make("p", { class: "quiet" }, "Log"), make("pre", null, ...file.log.map((line) => name(line)).flatMap((line) => [line, "\n"])));
  if (!file.output && !file.issues.length && !file.log.length) parts.push(make("p", { class: "quiet" }, "Nothing more is known of it."));
  return make("tr", { class: "detail" }, make("td", { colspan: COLUMNS.length }, ...parts));
}

function row(file) {
  const button = make("button", { type: "button", "aria-expanded": "false", class: "mono" }, name(file.file));
  const reason = file.reason ? make("div", { class: `reason ${file.status}` }, name(file.reason)) : null;
  const cells = COLUMNS.slice(2).map(([title, kind, value]) => {
    const found = value(file);
    return make("td", { class: kind }, title === "Seconds" ? found.toFixed(2) : found ? number(found) : "");
  });
  const line = make("tr", { "data-status": file.status }, make("td", { class: file.status }, file.status), make("td", { class: "name" }, button, reason), ...cells);
  let below = null;
  button.addEventListener("click", () => {
    if (below) below.remove();
    below = below ? null : detail(file);
    if (below) line.after(below);
    button.setAttribute("aria-expanded", String(below !== null));
  });
  return line;
}

function heads() {
  const cells = COLUMNS.map(([title, kind]) => {
    const button = make("button", { type: "button" }, title);
    button.addEventListener("click", () => {
      order.sign = order.key === title ? -order.sign : kind ? -1 : 1;
      order.key = title;
      show();
    });
    return make("th", { scope: "col", class: kind, "data-title": title }, button);
  });
  document.querySelector("#files thead tr").append(...cells);
}

function table(files) {
  for (const cell of document.querySelectorAll("#files th")) {
    const is = cell.dataset.title === order.key;
    cell.setAttribute("aria-sort", is ? (order.sign > 0 ? "ascending" : "descending") : "none");
  }
  const body = document.querySelector("#files tbody");
  const more = document.getElementById("more");
  body.replaceChildren();
  more.replaceChildren();
  fill(body, sorted(files), row, more);
}

// ---- all of it

function show() {
  const files = report.files.filter(wantsFile);
  times(files);
  counts(files);
  const found = issues(files);
  table(files);
  for (const [id, chosen] of [["statuses", filter.statuses], ["severities", filter.severities]]) {
    for (const tile of document.querySelectorAll(`#${id} button`)) tile.setAttribute("aria-pressed", String(chosen.has(tile.dataset.value)));
  }
  document.getElementById("found").textContent = `${count(files.length, "file")}, ${count(found, "issue")}`;
  document.getElementById("clear").disabled = asksForAll();
}

function start() {
  prepare();
  head();
  heads();
  const sums = Object.fromEntries(SEVERITIES.map((key) => [key, report.files.reduce((sum, file) => sum + file.found[key], 0)]));
  tiles("statuses", STATUSES, report.summary, filter.statuses, { ok: "ok", failed: "failed", skipped: "skipped" });
  tiles("severities", SEVERITIES, sums, filter.severities, { error: "errors", warning: "warnings", info: "notes" });
  const search = document.getElementById("search");
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      filter.words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      show();
    }, 120);
  });
  document.getElementById("clear").addEventListener("click", () => {
    search.value = "";
    Object.assign(filter, { words: [], code: "" });
    filter.statuses.clear();
    filter.severities.clear();
    show();
  });
  show();
  document.querySelector("main").hidden = false;
}

start();
