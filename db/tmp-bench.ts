import sharp from "sharp"; import { picturePlan } from "#db/seed/pictures/plan.ts"; import { pictureSvg } from "#db/seed/pictures/scenes.ts";
sharp.concurrency(1); sharp.cache(false);
const plan=picturePlan().filter((_,i)=>i%13==0); const N=plan.length;
const raws:any[]=[]; let t=performance.now(); let c=process.cpuUsage(); const cpu=()=>{const u=process.cpuUsage(c);c=process.cpuUsage();return ((u.user+u.system)/1000/N).toFixed(1)};
for(const s of plan) raws.push(await sharp(Buffer.from(pictureSvg(s))).removeAlpha().raw().toBuffer({resolveWithObject:true})); console.log("raster cpu",cpu());
for(const o of [{quality:80,effort:2},{quality:80,effort:2,preset:"drawing"},{quality:80,effort:1,preset:"drawing"},{quality:74,effort:1},{lossless:true,effort:0},{lossless:true,effort:1},{lossless:true,effort:2},{nearLossless:true,quality:60,effort:1}] as any[]){
 let line=JSON.stringify(o); for(const w of [640,320,160]){ c=process.cpuUsage(); let b=0; for(const r of raws){let s=sharp(r.data,{raw:r.info}); if(w<640)s=s.resize(w); b+=(await s.webp(o).toBuffer()).length;} line+=` | ${w} ${cpu()} ms ${Math.round(b/N)}`;} console.log(line);}
