import { bar, GLOW, label, oval, type Pack, rect, SHADE, shape, sticker } from "./pack.ts";
import { INK, PAPER } from "./tones.ts";

/** Rigid packs and products without packaging. */
export const BOXES = {
  carton: {
    focus: [236, 396],
    draw: (t, icon) =>
      shape("M140 236 L320 158 L500 236 L320 314Z", t.pale) +
      shape("M140 236 L320 314 V548 L140 466Z", t.base) +
      shape("M500 236 L320 314 V548 L500 466Z", t.dark) +
      shape("M212 205 L248 189 L428 267 V318 L392 334 V283Z", "#fff", `fill-opacity=".45"`) +
      shape("M428 267 V318 L392 334 V283Z", "#fff", `fill-opacity=".16"`) +
      `<g transform="matrix(1 .444 0 1 140 236)">${label(t, icon, [22, 30, 138, 172], 16)}</g>` +
      `<g transform="matrix(1 -.444 0 1 320 314)" fill="none" stroke="${t.pale}" stroke-opacity=".7" stroke-width="8" stroke-linecap="round" stroke-linejoin="round">` +
      `<path d="M34 180V138 M20 152L34 136L48 152 M80 180V138 M66 152L80 136L94 152 M20 200H94"/></g>`,
  },
  devicebox: {
    focus: [296, 330],
    draw: (t, icon) =>
      shape("M420 150 L480 178 V520 L420 548Z", t.deep) +
      shape("M172 150 L232 128 H476 L480 178 L420 150Z", t.pale) +
      rect(172, 150, 248, 398, 10, t.base) +
      rect(172, 150, 248, 92, 10, t.dark) +
      bar(264, 186, 132, 15, PAPER) +
      bar(240, 214, 84, 10, t.light) +
      rect(196, 264, 200, 196, 20, PAPER) +
      icon(296, 362, 142) +
      bar(250, 490, 108, 11, t.pale) +
      bar(234, 514, 76, 9, t.light) +
      oval(378, 500, 18, 18, t.pale) +
      rect(180, 246, 10, 290, 5, "#fff", GLOW),
  },
  blister: {
    focus: [320, 352],
    draw: (t, icon) =>
      rect(172, 116, 296, 432, 24, t.base) +
      shape(
        "M284 140 H302 Q308 128 320 128 T338 140 H356 Q366 140 366 150 T356 160 H284 Q274 160 274 150 T284 140Z",
        t.ground,
      ) +
      bar(320, 198, 164, 18, PAPER) +
      bar(320, 226, 104, 11, t.pale) +
      rect(202, 252, 236, 226, 40, t.pale) +
      rect(212, 262, 216, 206, 34, PAPER) +
      icon(320, 366, 152) +
      shape("M224 282 Q230 268 252 268 H300 L236 410 Q220 410 220 390Z", "#fff", `fill-opacity=".6"`) +
      bar(264, 512, 124, 12, t.light) +
      oval(408, 512, 16, 16, t.light) +
      rect(446, 140, 14, 384, 7, "#000", SHADE),
  },
  shoebox: {
    focus: [320, 440],
    draw: (t, icon) =>
      shape("M150 300 L206 258 H434 L490 300Z", t.deep) +
      icon(320, 206, 184) +
      shape("M146 300 Q320 262 494 300 L488 330 H152Z", PAPER) +
      shape("M146 300 Q190 280 236 300 T320 296 T404 300 T494 300 V336 H146Z", t.ground2) +
      shape("M146 322 H494 L484 530 Q482 548 464 548 H176 Q158 548 156 530Z", t.base) +
      shape("M146 322 H494 L492 362 H148Z", t.light) +
      shape("M494 322 L484 530 Q482 548 464 548 H440 L448 322Z", "#000", SHADE) +
      rect(220, 392, 200, 116, 14, PAPER) +
      bar(300, 424, 120, 14, t.base) +
      bar(282, 450, 84, 10, t.pale) +
      `<path d="M242 474V494 M252 474V494 M266 474V494 M274 474V494 M288 474V494 M302 474V494 M310 474V494" stroke="${INK}" stroke-width="5"/>` +
      oval(384, 468, 20, 20, t.light),
  },
  case: {
    focus: [320, 330],
    draw: (t, icon) =>
      shape("M176 170 Q176 128 218 128 H422 Q464 128 464 170 V366 H176Z", t.dark) +
      rect(200, 152, 240, 214, 22, t.ground2) +
      sticker(t, icon, 320, 258, 94) +
      shape("M150 366 H490 L474 512 Q470 548 434 548 H206 Q170 548 166 512Z", t.base) +
      shape("M150 366 H490 L486 400 H154Z", t.light) +
      shape("M176 346 H464 L484 372 H156Z", t.pale) +
      shape("M490 366 L474 512 Q470 548 434 548 H410 L430 366Z", "#000", SHADE) +
      rect(288, 392, 64, 48, 12, "#e5b95a") +
      rect(300, 404, 40, 10, 5, "#fff", `fill-opacity=".5"`) +
      bar(320, 482, 112, 11, t.pale),
  },
  tray: {
    focus: [320, 330],
    draw: (t, icon) => {
      const cell = (x: number, y: number) => rect(x, y, 100, 100, 22, PAPER) + icon(x + 50, y + 50, 66);
      const cells = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => cell(154 + column * 116, 168 + row * 116)));
      return (
        rect(120, 134, 400, 414, 34, t.base) +
        rect(136, 150, 368, 382, 26, t.light) +
        cells.join("") +
        rect(120, 134, 22, 414, 11, "#fff", GLOW) +
        rect(498, 134, 22, 414, 11, "#000", SHADE)
      );
    },
  },
  crate: {
    focus: [320, 440],
    draw: (t, icon) => {
      const neck = (x: number) =>
        rect(x + 14, 150, 32, 30, 6, t.deep) +
        shape(
          `M${x + 16} 176 H${x + 44} Q${x + 46} 214 ${x + 60} 234 V360 H${x} V234 Q${x + 14} 214 ${x + 16} 176Z`,
          t.light,
        ) +
        rect(x + 8, 238, 10, 110, 5, "#fff", `fill-opacity=".45"`) +
        rect(x, 262, 60, 62, 0, PAPER) +
        icon(x + 30, 293, 46);
      return (
        [142, 218, 294, 370, 446].map((x) => neck(x - 5)).join("") +
        shape("M114 336 H526 L510 520 Q508 548 480 548 H160 Q132 548 130 520Z", t.base) +
        shape("M108 322 H532 Q538 322 538 330 V366 H102 V330 Q102 322 108 322Z", t.dark) +
        [0, 1].map((side) => rect(148 + side * 248, 396, 96, 34, 17, t.deep)).join("") +
        [0, 1].map((side) => rect(148 + side * 248, 458, 96, 60, 14, t.dark)).join("") +
        rect(260, 384, 120, 136, 18, PAPER) +
        icon(320, 446, 88) +
        bar(320, 504, 66, 9, t.base)
      );
    },
  },
  multipack: {
    focus: [320, 400],
    draw: (t, icon) => {
      const cap = (x: number) =>
        rect(x + 26, 168, 40, 30, 8, t.deep) +
        shape(
          `M${x + 28} 196 H${x + 64} Q${x + 66} 228 ${x + 92} 250 V500 Q${x + 92} 530 ${x + 62} 530 H${x + 30} Q${x} 530 ${x} 500 V250 Q${x + 26} 228 ${x + 28} 196Z`,
          t.light,
        );
      return (
        [132, 226, 320, 414].map((x) => cap(x + 1)).join("") +
        rect(120, 268, 400, 280, 30, t.base, `fill-opacity=".9"`) +
        shape("M150 268 H214 L150 548 Q120 548 120 518 V298 Q120 268 150 268Z", "#fff", GLOW) +
        shape("M260 268 H288 L224 548 H196Z", "#fff", `fill-opacity=".16"`) +
        rect(492, 288, 16, 240, 8, "#000", SHADE) +
        label(t, icon, [226, 296, 188, 220], 24)
      );
    },
  },
  tyre: {
    focus: [320, 330],
    draw: (t, icon) =>
      oval(338, 330, 216, 218, "#1d2422") +
      oval(310, 330, 216, 218, "#333c39") +
      `<circle cx="310" cy="330" r="206" fill="none" stroke="#1d2422" stroke-width="24" stroke-dasharray="53.5 27.4"/>` +
      oval(310, 330, 186, 188, "#3d4744") +
      `<circle cx="310" cy="330" r="166" fill="none" stroke="${t.base}" stroke-width="9"/>` +
      oval(310, 330, 132, 132, "#20272a") +
      oval(310, 330, 122, 122, t.ground) +
      sticker(t, icon, 310, 330, 104),
  },
  battery: {
    focus: [320, 400],
    draw: (t, icon) =>
      rect(186, 152, 76, 46, 10, "#b9bfbd") +
      rect(378, 152, 76, 46, 10, "#b9bfbd") +
      rect(192, 158, 64, 12, 6, "#fff", `fill-opacity=".5"`) +
      rect(384, 158, 64, 12, 6, "#fff", `fill-opacity=".5"`) +
      rect(136, 188, 368, 92, 20, INK) +
      `<path d="M204 234H244 M396 234H436 M416 214V254" stroke="#fff" stroke-width="9" stroke-linecap="round"/>` +
      shape("M150 268 H490 V520 Q490 548 462 548 H178 Q150 548 150 520Z", t.base) +
      rect(150, 268, 340, 26, 0, t.dark) +
      rect(162, 300, 16, 226, 8, "#fff", GLOW) +
      rect(462, 300, 16, 226, 8, "#000", SHADE) +
      label(t, icon, [222, 314, 196, 206], 20),
  },
} satisfies Record<string, Pack>;
