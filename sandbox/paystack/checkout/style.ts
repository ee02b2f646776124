import { THEME_CSS } from "../../theme.ts";

/** The checkout: a bottom sheet on mobile, a centered card on wider screens. */
export const CHECKOUT_CSS = `${THEME_CSS}
html,body{height:100%}
body{display:flex;align-items:flex-end;justify-content:center}
body.page,body.info{background:var(--sand);align-items:flex-start}
.sheet{width:100%;max-height:100dvh;overflow-y:auto;background:#fff;border-radius:22px 22px 0 0;outline:none;overscroll-behavior:contain;animation:rise .22s ease-out}
body.page .sheet,body.info .sheet{max-height:none;border-radius:0;min-height:100dvh}
@keyframes rise{from{transform:translateY(16px);opacity:.4}}
@media (min-width:480px){
body{align-items:center;padding:20px}
body.page,body.info{align-items:flex-start;padding:48px 20px}
.sheet,body.page .sheet,body.info .sheet{width:428px;min-height:0;border-radius:24px;box-shadow:0 24px 64px rgb(20 32 27/.22)}
.sheet{max-height:calc(100dvh - 40px)}
}
.test{position:sticky;top:0;z-index:1;padding:7px 16px;background:var(--amber);color:var(--ink);font-size:14px;text-align:center}
.head{padding:12px 20px 16px}
.row{display:flex;align-items:center;justify-content:space-between;min-height:44px}
.merchant{display:flex;align-items:center;gap:10px;font:700 18px/1.2 Bricolage,Inter,sans-serif;color:var(--forest)}
.mark{width:16px;height:16px;border-radius:5px;background:var(--amber);transform:rotate(8deg)}
.close{display:grid;place-items:center;width:44px;height:44px;margin-right:-10px;border:0;border-radius:50%;background:none;color:var(--muted)}
.close:hover{background:var(--sand);color:var(--ink)}
.amount{margin-top:4px;font-size:34px;font-weight:750;outline:none;overflow-wrap:anywhere}
.email{margin-top:2px;font-size:15px;overflow-wrap:anywhere}
.body{padding:0 20px 20px}
.tabs{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:4px;margin-bottom:18px;padding:4px;border-radius:14px;background:#efebe1}
.tabs button{min-height:44px;padding:4px;border:0;border-radius:11px;background:none;color:var(--muted);font-size:15px;font-weight:550}
.tabs button[aria-selected=true]{background:#fff;color:var(--ink);font-weight:650;box-shadow:0 1px 2px rgb(20 32 27/.14)}
section{outline:none}
form{display:grid;gap:14px}
.field label{display:block;margin-bottom:5px;font-size:14px;font-weight:600}
.hint{margin-top:5px;font-size:14px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.button.wide{width:100%;min-height:52px;margin-top:4px;font-size:17px}
.button.wide+.button.wide,form+.button.wide{margin-top:10px}
.alert{margin-bottom:16px;padding:12px 14px;border-left:4px solid var(--clay);border-radius:10px;background:var(--clay-soft);color:#7c2a15;font-size:15px;outline:none}
summary{display:flex;align-items:center;min-height:44px;cursor:pointer;font-weight:600;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:8px;height:8px;margin:-4px 4px 0 auto;border:solid var(--muted);border-width:0 2px 2px 0;transform:rotate(45deg)}
[open]>summary::after{margin-top:4px;transform:rotate(225deg)}
.cards{margin-bottom:16px;border:1px solid var(--line);border-radius:14px;background:var(--sand)}
.cards summary{padding:0 14px;font-size:15px}
.cards ul{max-height:200px;margin:0 6px 6px;overflow-y:auto;border-radius:10px}
.card{display:flex;align-items:center;gap:10px;width:100%;min-height:44px;padding:6px 8px;border:0;border-radius:10px;background:none;text-align:left;font-size:15px}
.card:hover{background:#fff}
.card.chosen{background:var(--leaf);box-shadow:inset 0 0 0 1.5px var(--forest)}
.card:focus-visible{outline-offset:-3px}
.card .what{flex:1}
.card .number{font-size:14px;font-variant-numeric:tabular-nums}
.dot{flex:none;width:10px;height:10px;border-radius:50%;background:var(--forest)}
.dot.ask{background:var(--amber)}
.dot.bad{background:var(--clay)}
.lead{margin-bottom:14px}
.facts{display:grid;margin-bottom:18px;border:1px solid var(--line);border-radius:14px;background:var(--sand)}
.facts>div{padding:10px 14px}
.facts>div+div{border-top:1px solid var(--line)}
.facts dt{color:var(--muted);font-size:14px}
.facts dd{font-weight:600}
.account{display:flex;align-items:center;justify-content:space-between;gap:8px}
.digits{font:700 22px/1.3 Bricolage,Inter,sans-serif;letter-spacing:.02em;font-variant-numeric:tabular-nums}
.copy{min-width:64px;min-height:44px;border:1px solid var(--edge);border-radius:12px;background:#fff;font-size:14px;font-weight:600;color:var(--forest)}
.more{margin-top:8px}
.body>h2{margin-bottom:12px;font-size:20px}
h2{outline:none}
.center{display:grid;justify-items:center;gap:12px;padding:28px 8px 16px;text-align:center}
.center h1,.center h2{margin:0;font-size:24px;outline:none;overflow-wrap:anywhere}
.sheet>.center{padding:56px 24px}
.center p{max-width:34ch}
.tick circle{fill:var(--leaf)}
.tick path{fill:none;stroke:var(--forest);stroke-width:5;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:60;animation:draw .4s ease-out}
@keyframes draw{from{stroke-dashoffset:60}to{stroke-dashoffset:0}}
.bar{width:100%;max-width:220px;height:6px;border-radius:3px;background:linear-gradient(90deg,var(--leaf) 25%,var(--forest) 50%,var(--leaf) 75%) 0/300% 100%;animation:slide 1.6s linear infinite}
@keyframes slide{from{background-position:150% 0}to{background-position:-150% 0}}
.faults{margin:0 20px 12px;padding:0 14px;border:1px dashed #b9a57d;border-radius:14px}
.faults summary{font-size:15px}
.faults ul{display:grid;gap:8px;margin:10px 0 14px}
.fault{display:grid;gap:2px;width:100%;min-height:44px;padding:10px 12px;border:1px solid var(--line);border-radius:12px;background:#fff;text-align:left;font-size:15px}
.fault:hover{border-color:var(--edge);background:var(--sand)}
.fault span{font-size:14px}
.foot{padding:0 20px 18px;font-size:13px;text-align:center}
.popup .page-only{display:none}
@media (max-width:400px){.tabs button{font-size:14px}}
@media (max-width:340px){.head,.body{padding-inline:14px}}
`;
