import { THEME_CSS } from "../theme.ts";

export const GOOGLE_CSS = `${THEME_CSS}
body{min-height:100dvh;background:var(--sand)}
.strip{padding:7px 16px;background:var(--amber);font-size:14px;text-align:center}
main{width:100%;min-height:calc(100dvh - 35px);padding:20px 20px 28px;background:#fff;outline:none}
@media (min-width:480px){main{width:448px;min-height:0;margin:48px auto;border-radius:24px;padding:28px 32px 32px;box-shadow:0 24px 64px rgb(20 32 27/.16)}}
.brand{display:flex;align-items:center;gap:10px;margin-bottom:14px;font:700 18px/1.2 Bricolage,Inter,sans-serif;color:var(--forest)}
.mark{width:16px;height:16px;border-radius:5px;background:var(--amber);transform:rotate(8deg)}
h1{font-size:29px;overflow-wrap:anywhere}
h2{margin:22px 0 10px;font-size:19px}
.lead{margin-top:6px}
.people{overflow:hidden;margin-top:18px;border:1px solid var(--line);border-radius:16px}
.people li+li{border-top:1px solid var(--line)}
.person{display:grid;grid-template-columns:auto 1fr;gap:0 12px;align-items:center;width:100%;min-height:60px;padding:9px 14px;border:0;background:none;text-align:left}
.person:hover{background:var(--leaf)}
.person:focus-visible{outline-offset:-3px}
.face{grid-row:span 2;display:grid;place-items:center;width:38px;height:38px;border-radius:50%;background:var(--leaf);color:var(--forest);font-weight:700}
.person:hover .face{background:#fff}
.name{font-weight:600}
.mail{font-size:14px;overflow-wrap:anywhere}
form.fields{display:grid;gap:14px}
.field label{display:block;margin-bottom:5px;font-size:14px;font-weight:600}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.check{display:flex;align-items:center;gap:10px;min-height:44px;font-size:15px}
.check input{width:20px;height:20px;margin:0;accent-color:var(--forest)}
.button{width:100%}
.actions{display:grid;gap:10px;margin-top:18px}
.alert{margin-top:16px;padding:12px 14px;border-left:4px solid var(--clay);border-radius:10px;background:var(--clay-soft);color:#7c2a15;font-size:15px}
.facts{display:grid;gap:2px;margin:14px 0 0}
.facts dt{font-size:14px;color:var(--muted)}
.facts dd{margin:0 0 8px;overflow-wrap:anywhere}
code{padding:2px 6px;border-radius:6px;background:var(--sand)}
.small{margin-top:16px;font-size:14px}
`;
