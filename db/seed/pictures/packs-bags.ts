import { bar, GLOW, label, oval, type Pack, rect, SHADE, shape, sticker } from "./pack.ts";
import { INK, PAPER } from "./tones.ts";

/** Soft packs: sacks, pouches, sachets, bales, folded clothes, cloth. */
export const BAGS = {
  sack: {
    focus: [320, 372],
    draw: (t, icon) =>
      shape("M206 184 Q214 136 262 132 H378 Q426 136 434 184 Q320 206 206 184Z", t.dark) +
      shape("M194 180 Q320 206 446 180 L470 496 Q474 548 424 548 H216 Q166 548 170 496Z", t.base) +
      shape("M194 180 Q320 206 446 180 L449 226 Q320 250 191 226Z", t.light) +
      `<path d="M206 193 Q320 216 434 193" fill="none" stroke="${t.deep}" stroke-width="5" stroke-dasharray="15 9"/>` +
      shape("M194 180 L226 186 L212 548 Q166 548 170 496Z", "#fff", GLOW) +
      shape("M446 180 L418 186 L436 547 Q474 540 470 496Z", "#000", SHADE) +
      bar(320, 508, 236, 9, t.light) +
      label(t, icon, [228, 272, 184, 204], 22),
  },
  pouch: {
    focus: [320, 376],
    draw: (t, icon) =>
      shape("M196 152 H444 L462 520 Q464 548 434 548 H206 Q176 548 178 520Z", t.base) +
      shape("M196 152 H444 L447 206 H193Z", t.light) +
      `<path d="M196 172 H444 M195 188 H445" stroke="${t.base}" stroke-width="4"/>` +
      shape("M178 520 Q320 476 462 520 Q464 548 434 548 H206 Q176 548 178 520Z", t.dark) +
      shape("M196 152 H232 L224 510 Q196 514 178 520Z", "#fff", GLOW) +
      shape("M444 152 H420 L430 512 Q448 516 462 520Z", "#000", SHADE) +
      oval(320, 178, 22, 11, t.ground) +
      label(t, icon, [232, 246, 176, 216], 88),
  },
  sachets: {
    focus: [320, 344],
    draw: (t, icon) => {
      const one = (x: number, y: number) =>
        rect(x, y, 176, 186, 10, t.base) +
        rect(x, y, 176, 22, 10, t.light) +
        rect(x, y + 164, 176, 22, 10, t.light) +
        rect(x + 10, y + 28, 16, 130, 8, "#fff", GLOW) +
        oval(x + 88, y + 84, 58, 58, PAPER) +
        icon(x + 88, y + 84, 76) +
        bar(x + 88, y + 152, 84, 8, t.pale);
      return (
        one(142, 160) +
        one(322, 160) +
        one(142, 358) +
        one(322, 358) +
        `<path d="M320 160V544 M142 352H498" stroke="${t.ground}" stroke-width="4" stroke-dasharray="11 8"/>`
      );
    },
  },
  polybag: {
    focus: [320, 370],
    draw: (t, icon) =>
      rect(180, 216, 280, 332, 22, t.pale) +
      rect(194, 230, 252, 304, 16, t.ground) +
      icon(320, 376, 206) +
      shape("M194 230 H262 L210 534 Q194 534 194 518Z", "#fff", `fill-opacity=".55"`) +
      shape("M300 230 H322 L270 534 H248Z", "#fff", `fill-opacity=".4"`) +
      rect(170, 146, 300, 84, 14, t.base) +
      oval(320, 170, 26, 11, t.ground) +
      bar(320, 200, 140, 13, PAPER) +
      rect(170, 214, 300, 16, 4, t.dark, `fill-opacity=".35"`) +
      bar(320, 508, 120, 12, t.base),
  },
  bale: {
    focus: [320, 356],
    draw: (t, icon) => {
      const fold = (x: number, y: number, w: number, h: number, fill: string) =>
        rect(x, y, w, h, 30, fill) +
        `<path d="M${x + 26} ${y + h / 3}H${x + w - 26} M${x + 26} ${y + (h * 2) / 3}H${x + w - 26}" stroke="#000" stroke-opacity=".1" stroke-width="4" stroke-linecap="round"/>`;
      return (
        fold(190, 164, 260, 114, t.base) +
        fold(166, 274, 308, 124, t.light) +
        fold(140, 394, 360, 154, t.dark) +
        rect(296, 158, 48, 392, 8, t.pale, `fill-opacity=".85"`) +
        rect(296, 158, 9, 392, 4, "#fff", `fill-opacity=".4"`) +
        sticker(t, icon, 320, 356, 96)
      );
    },
  },
  garments: {
    focus: [320, 330],
    draw: (t, icon) => {
      const layer = (y: number, fill: string, inset: number) =>
        shape(
          `M${150 + inset} ${y} H${490 - inset} Q${518 - inset} ${y} ${518 - inset} ${y + 28} T${490 - inset} ${y + 56} H${150 + inset} Q${122 + inset} ${y + 56} ${122 + inset} ${y + 28} T${150 + inset} ${y}Z`,
          fill,
        ) +
        `<path d="M${152 + inset} ${y + 28}H${516 - inset}" stroke="#000" stroke-opacity=".12" stroke-width="4"/>` +
        rect(140 + inset, y + 8, 120, 8, 4, "#fff", GLOW);
      return (
        layer(492, t.dark, 0) +
        layer(436, t.pale, 8) +
        layer(380, t.base, 2) +
        shape(
          "M176 388 L206 180 Q210 152 240 152 H400 Q430 152 434 180 L464 388 Q464 404 446 404 H194 Q176 404 176 388Z",
          t.light,
        ) +
        shape("M262 152 H378 L352 192 Q320 214 288 192Z", t.deep) +
        shape("M262 152 L288 192 Q304 206 320 206 L300 228 Q258 200 244 152Z", t.base) +
        shape("M378 152 L352 192 Q336 206 320 206 L340 228 Q382 200 396 152Z", t.base) +
        sticker(t, icon, 320, 312, 74)
      );
    },
  },
  roll: {
    focus: [320, 350],
    draw: (t, icon) => {
      const bolt = (y: number, fill: string, edge: string, core: string) =>
        rect(150, y, 350, 124, 62, fill) +
        `<path d="M214 ${y + 24}H438 M220 ${y + 98}H450" stroke="#fff" stroke-opacity=".28" stroke-width="7" stroke-linecap="round"/>` +
        oval(192, y + 62, 44, 62, edge) +
        oval(192, y + 62, 28, 42, core) +
        oval(192, y + 62, 12, 19, INK);
      return (
        bolt(172, t.light, t.pale, t.light) +
        bolt(298, t.base, t.light, t.base) +
        bolt(424, t.dark, t.base, t.dark) +
        rect(318, 176, 26, 368, 6, t.pale, `fill-opacity=".75"`) +
        sticker(t, icon, 352, 360, 88)
      );
    },
  },
  softpack: {
    focus: [320, 376],
    draw: (t, icon) =>
      `<path d="M266 216 Q266 150 320 150 T374 216" fill="none" stroke="${t.dark}" stroke-width="17" stroke-linecap="round"/>` +
      shape(
        "M168 224 Q244 196 320 212 Q396 196 472 224 Q510 238 510 282 V496 Q510 548 458 548 H182 Q130 548 130 496 V282 Q130 238 168 224Z",
        t.base,
      ) +
      shape(
        "M168 224 Q244 196 320 212 Q396 196 472 224 Q502 236 508 268 Q414 286 320 286 T132 268 Q138 236 168 224Z",
        t.light,
      ) +
      `<path d="M214 214L238 282 M426 214L402 282 M292 211L300 286 M348 211L340 286" stroke="${t.pale}" stroke-width="5" stroke-linecap="round"/>` +
      rect(146, 300, 20, 216, 10, "#fff", GLOW) +
      rect(476, 300, 20, 216, 10, "#000", SHADE) +
      shape("M130 480 V496 Q130 548 182 548 H458 Q510 548 510 496 V480 Q414 510 320 510 T130 480Z", t.dark) +
      label(t, icon, [214, 276, 212, 206], 60),
  },
  tote: {
    focus: [320, 384],
    draw: (t, icon) =>
      `<path d="M248 232 Q248 128 320 128 T392 232" fill="none" stroke="${t.deep}" stroke-width="15" stroke-linecap="round"/>` +
      shape("M176 222 H464 L482 524 Q484 548 460 548 H180 Q156 548 158 524Z", t.base) +
      shape("M176 222 H464 L467 262 H173Z", t.light) +
      shape("M464 222 L482 524 Q484 548 460 548 H424 L432 222Z", "#000", SHADE) +
      shape("M176 222 H208 L196 548 H180 Q156 548 158 524Z", "#fff", GLOW) +
      oval(248, 240, 10, 10, t.deep) +
      oval(392, 240, 10, 10, t.deep) +
      label(t, icon, [228, 290, 184, 206], 20),
  },
} satisfies Record<string, Pack>;
