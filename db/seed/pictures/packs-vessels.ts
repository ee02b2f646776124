import { bar, GLOW, label, oval, type Pack, rect, SHADE, shape } from "./pack.ts";
import { INK, PAPER } from "./tones.ts";

/** Packs of liquids, pastes and powders. */
export const VESSELS = {
  jar: {
    focus: [320, 388],
    draw: (t, icon) =>
      rect(222, 138, 196, 62, 16, INK) +
      rect(232, 148, 18, 42, 9, "#fff", `fill-opacity=".16"`) +
      rect(240, 194, 160, 26, 6, t.deep) +
      shape(
        "M240 208 H400 Q458 214 458 272 V496 Q458 548 406 548 H234 Q182 548 182 496 V272 Q182 214 240 208Z",
        t.base,
      ) +
      shape(
        "M240 208 Q182 214 182 272 V496 Q182 548 234 548 H244 Q212 540 212 496 V272 Q212 220 258 208Z",
        "#fff",
        `fill-opacity=".36"`,
      ) +
      shape(
        "M400 208 Q458 214 458 272 V496 Q458 548 406 548 H390 Q432 540 432 496 V272 Q432 220 384 208Z",
        "#000",
        SHADE,
      ) +
      rect(182, 290, 276, 200, 0, PAPER) +
      icon(320, 374, 132) +
      bar(320, 458, 120, 11, t.base) +
      bar(320, 476, 70, 8, t.pale) +
      rect(182, 290, 24, 200, 0, "#000", `fill-opacity=".04"`) +
      rect(434, 290, 24, 200, 0, "#000", `fill-opacity=".05"`),
  },
  bottle: {
    focus: [320, 408],
    draw: (t, icon) =>
      rect(278, 100, 84, 54, 12, t.deep) +
      `<path d="M294 108V148 M310 108V148 M330 108V148 M346 108V148" stroke="#fff" stroke-opacity=".18" stroke-width="5"/>` +
      rect(286, 150, 68, 40, 6, t.light) +
      shape(
        "M288 184 H352 Q356 232 398 262 Q430 284 430 330 V508 Q430 548 390 548 H250 Q210 548 210 508 V330 Q210 284 242 262 Q284 232 288 184Z",
        t.base,
      ) +
      shape(
        "M288 184 H304 Q300 246 262 272 Q236 292 236 330 V508 Q236 540 258 548 H250 Q210 548 210 508 V330 Q210 284 242 262 Q284 232 288 184Z",
        "#fff",
        `fill-opacity=".36"`,
      ) +
      shape("M430 330 V508 Q430 548 390 548 H374 Q404 540 404 508 V330Z", "#000", SHADE) +
      rect(210, 322, 220, 176, 0, PAPER) +
      icon(320, 396, 116) +
      bar(320, 470, 104, 10, t.base) +
      bar(320, 486, 60, 7, t.pale),
  },
  pump: {
    focus: [320, 398],
    draw: (t, icon) =>
      shape("M230 128 Q230 112 248 112 H352 Q372 112 372 132 V148 H300 V140 H246 Q230 140 230 128Z", INK) +
      rect(310, 144, 34, 52, 4, INK) +
      rect(284, 184, 86, 40, 10, t.deep) +
      shape(
        "M268 220 H386 Q446 232 446 296 V500 Q446 548 398 548 H242 Q194 548 194 500 V296 Q194 232 268 220Z",
        t.base,
      ) +
      shape(
        "M268 220 Q194 232 194 296 V500 Q194 548 242 548 H252 Q222 540 222 500 V296 Q222 240 284 220Z",
        "#fff",
        `fill-opacity=".34"`,
      ) +
      shape("M446 296 V500 Q446 548 398 548 H382 Q420 540 420 500 V296Z", "#000", SHADE) +
      label(t, icon, [232, 290, 180, 216], 26),
  },
  jerrycan: {
    focus: [320, 400],
    draw: (t, icon) =>
      rect(374, 116, 74, 44, 10, INK) +
      rect(382, 152, 58, 40, 4, t.dark) +
      shape(
        "M206 186 Q206 148 246 148 H330 Q350 148 362 166 L380 188 H446 Q474 192 474 226 V512 Q474 548 438 548 H202 Q166 548 166 512 V236 Q166 204 206 186Z",
        t.base,
      ) +
      shape(
        "M238 186 Q240 176 252 176 H322 Q332 176 338 186 L348 202 Q352 214 340 214 H246 Q236 214 236 204Z",
        t.ground,
      ) +
      shape(
        "M166 236 Q166 204 206 186 L210 214 Q192 222 192 244 V510 Q192 540 214 548 H202 Q166 548 166 512Z",
        "#fff",
        `fill-opacity=".3"`,
      ) +
      shape("M474 226 V512 Q474 548 438 548 H420 Q448 540 448 512 V192 Q474 196 474 226Z", "#000", SHADE) +
      `<path d="M200 260H440" stroke="${t.light}" stroke-width="8" stroke-linecap="round"/>` +
      label(t, icon, [224, 290, 192, 218], 20),
  },
  tin: {
    focus: [320, 376],
    draw: (t, icon) =>
      shape("M176 200 V500 Q176 548 320 548 T464 500 V200Z", t.base) +
      shape("M176 270 V466 Q176 512 320 512 T464 466 V270 Q464 314 320 314 T176 270Z", PAPER) +
      shape("M176 200 V500 Q176 522 206 535 V215Z", "#fff", `fill-opacity=".34"`) +
      shape("M464 200 V500 Q464 522 434 535 V215Z", "#000", SHADE) +
      shape("M176 480 V500 Q176 548 320 548 T464 500 V480 Q464 528 320 528 T176 480Z", "#b9bfbd") +
      oval(320, 196, 150, 50, "#cdd3d1") +
      oval(320, 192, 138, 43, "#e6eae8") +
      oval(320, 194, 112, 32, "#d6dbd9") +
      shape("M300 186 Q320 176 340 186 L336 204 Q320 212 304 204Z", "#b3bab7") +
      icon(320, 398, 132) +
      bar(320, 486, 110, 11, t.base),
  },
  tub: {
    focus: [320, 400],
    draw: (t, icon) =>
      `<path d="M174 240 Q176 116 320 116 T466 240" fill="none" stroke="${t.deep}" stroke-width="11"/>` +
      shape("M162 236 H478 L448 516 Q444 548 412 548 H228 Q196 548 192 516Z", t.base) +
      shape("M162 236 H194 L222 548 Q196 546 192 516Z", "#fff", `fill-opacity=".3"`) +
      shape("M478 236 H450 L424 546 Q444 542 448 516Z", "#000", SHADE) +
      rect(146, 200, 348, 50, 18, t.dark) +
      rect(160, 208, 300, 10, 5, "#fff", GLOW) +
      rect(162, 250, 316, 12, 0, "#000", `fill-opacity=".1"`) +
      label(t, icon, [226, 284, 188, 222], 24),
  },
  drum: {
    focus: [320, 374],
    draw: (t, icon) =>
      shape("M172 168 V506 Q172 548 320 548 T468 506 V168Z", t.base) +
      shape("M172 168 V506 Q172 528 208 538 V182Z", "#fff", `fill-opacity=".28"`) +
      shape("M468 168 V506 Q468 528 432 538 V182Z", "#000", SHADE) +
      `<path d="M164 250 Q164 288 320 288 T476 250 M164 446 Q164 484 320 484 T476 446" fill="none" stroke="${t.dark}" stroke-width="13" stroke-linecap="round"/>` +
      oval(320, 166, 154, 44, t.dark) +
      oval(320, 160, 142, 37, t.light) +
      oval(252, 156, 24, 10, t.deep) +
      oval(388, 166, 15, 7, t.deep) +
      label(t, icon, [232, 298, 176, 158], 14),
  },
  tube: {
    focus: [320, 338],
    draw: (t, icon) =>
      shape("M196 120 H444 L414 452 H226Z", t.base) +
      rect(188, 106, 264, 34, 6, t.light) +
      `<path d="M200 113V133 M222 113V133 M244 113V133 M266 113V133 M288 113V133 M310 113V133 M332 113V133 M354 113V133 M376 113V133 M398 113V133 M420 113V133 M440 113V133" stroke="${t.dark}" stroke-opacity=".35" stroke-width="5"/>` +
      shape("M196 140 H232 L252 452 H226Z", "#fff", `fill-opacity=".34"`) +
      shape("M444 140 H416 L392 452 H414Z", "#000", SHADE) +
      rect(232, 448, 176, 26, 6, t.deep) +
      shape("M226 470 H414 L402 534 Q400 548 384 548 H256 Q240 548 238 534Z", INK) +
      `<path d="M262 480L268 540 M292 480L294 540 M320 480V540 M348 480L346 540 M378 480L372 540" stroke="#fff" stroke-opacity=".14" stroke-width="6"/>` +
      label(t, icon, [242, 186, 156, 226], 30),
  },
} satisfies Record<string, Pack>;
