import { THEME_CSS } from "../theme.ts";

export const MAILBOX_CSS = `${THEME_CSS}
body{min-height:100dvh;background:var(--sand)}
.wrap{width:100%;max-width:900px;margin:0 auto;padding:0 16px}
main{padding-bottom:48px!important;outline:none}
.strip{padding:7px 16px;background:var(--amber);font-size:14px;text-align:center}
.skip{position:absolute;left:8px;top:-60px;padding:10px 16px;background:#fff;border-radius:12px}
.skip:focus{top:8px}
.bar{display:flex;align-items:center;justify-content:space-between;gap:12px;min-height:72px}
.home{display:inline-flex;align-items:center;gap:10px;min-height:44px;font:700 21px/1 Bricolage,Inter,sans-serif;color:var(--forest);text-decoration:none}
.mark{width:18px;height:18px;border-radius:5px;background:var(--amber);transform:rotate(8deg)}
.shop{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
h1{font-size:32px;outline:none;overflow-wrap:anywhere}
.title{display:flex;flex-wrap:wrap;align-items:end;justify-content:space-between;gap:12px;margin:8px 0 18px}
.tools{display:flex;gap:10px;margin-bottom:18px}
.tools form{display:flex;flex:1;gap:10px;min-width:0}
.tools .input{border-radius:14px}
.list{overflow:hidden;border:1px solid var(--line);border-radius:18px;background:#fff}
.list li+li{border-top:1px solid var(--line)}
.list a{display:grid;grid-template-columns:1fr auto;gap:2px 16px;padding:14px 16px;color:inherit;text-decoration:none}
.list a:hover{background:var(--leaf)}
.list a:focus-visible{outline-offset:-3px}
.to{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.subject{grid-column:1/-1;overflow-wrap:anywhere}
.list time,.from{font-size:14px}
.from{grid-column:1/-1;overflow-wrap:anywhere}
.empty{padding:56px 20px;border:1px dashed #b9b2a2;border-radius:18px;text-align:center}
.empty h2{margin-bottom:8px;font-size:24px}
.empty p{max-width:40ch;margin:0 auto 20px}
.facts{display:grid;gap:2px;margin:14px 0 20px;font-size:15px}
.facts div{display:flex;gap:8px}
.facts dt{min-width:52px;color:var(--muted)}
.facts dd{overflow-wrap:anywhere}
.panes{display:flex;gap:4px;width:max-content;margin-bottom:14px;padding:4px;border-radius:14px;background:#efebe1}
.panes a{display:grid;place-items:center;min-width:92px;min-height:44px;border-radius:11px;color:var(--muted);font-weight:550;text-decoration:none}
.panes a[aria-current]{background:#fff;color:var(--ink);font-weight:650;box-shadow:0 1px 2px rgb(20 32 27/.14)}
.mail{width:100%;height:70dvh;min-height:420px;border:1px solid var(--line);border-radius:18px;background:#fff}
pre.mail{height:auto;min-height:0;margin:0;padding:18px;font:15px/1.6 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.links{margin-top:24px}
.links h2{margin-bottom:8px;font-size:20px}
.links li{padding:10px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.links a{display:inline-flex;align-items:center;min-height:32px;font-weight:600}
.links .quiet{display:block;font-size:14px}
.back{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
@media (max-width:520px){.list .to{grid-column:1/-1}.list time{grid-column:1/-1;order:1}h1{font-size:27px}.tools form.find{flex-wrap:nowrap}.tools .button{padding-inline:14px}}
`;
