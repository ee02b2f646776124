import type { DemoPost } from "./post.ts";

/** Posts on storing, counting and ordering. */
export const stockPosts: readonly DemoPost[] = [
  {
    title: "Storing rice in the rains: dry bags from June to October",
    excerpt:
      "Rice that gets damp is lost in a week. Pallets, air, turning and the two insects to look for, in a store of any size.",
    cover: { colour: "blue", icon: "cloud-with-rain", packs: ["sack cooked-rice gold", "sack sheaf-of-rice forest"] },
    content: `
<p>In the dry season a bag of rice forgives almost everything. In the rains it forgives nothing: the air itself is wet, floors sweat at night, and a bag that drinks a little water grows mould from the inside, where you do not see it. Here is how shops in Lagos and Port Harcourt get through the season.</p>
<h2>Lift it</h2>
<p>Concrete pulls water out of the ground. Put every bag on a pallet or on planks, a hand's width above the floor. Leave the same space to the wall: a wall that gets rain on its outside is damp on its inside. Cardboard on the floor is not enough, because it drinks too.</p>
<h2>Let it breathe</h2>
<p>Stack bags crosswise, at most eight high for 50 kg, and leave a walkway that a person can pass. Open the doors on dry, sunny hours and close them when it rains. A plastic sheet over a stack looks safe, but it traps the moisture; hang it above as a roof instead, with air under it.</p>
<h2>First in, first out</h2>
<p>Write the date of arrival on each bag with a marker. New bags go behind, old bags in front. A bag of [[parboiled-rice|parboiled rice]] keeps for a year in a dry store; unpolished [[ofada-rice|ofada]] has more oil in the grain and should go within about three months. In the rains buy smaller and more often: two weeks of sales instead of six.</p>
<h2>Look and smell every week</h2>
<ul><li>Push your hand deep into one bag of each lot. It should feel cool and run freely.</li><li>Smell it. A sour or dusty smell means mould: move that bag out the same day.</li><li>Look at the seams for small brown beetles with a long snout (weevils) and for fine webs (moths). Both come with a bag and walk to the next.</li><li>Check corners of the roof after each heavy rain, with a lamp.</li></ul>
<h2>When you find insects</h2>
<p>Take the bag out of the store. Spread the rice on a clean tarpaulin in full sun for a few hours, sieve it, and bag it again in a new bag. Sweep the store, also the cracks, and burn the sweepings. Do not spray poison on food or near open bags. For a large store, call a licensed fumigator, and keep the goods closed for as long as the fumigator says.</p>
<h2>Rats come in from the rain</h2>
<p>Close every hole wider than a finger with cement or wire. Keep [[buckets-bowls|covered buckets]] for open rice and flour, and use [[mosquito|nets and sealed stores]] against what flies. Traps along the walls catch more than poison in the middle, and no dead rat rots behind the bags.</p>
<p>A last habit: every bag that is sold should leave the store dry. Keep a sheet or a few large bags for the customer's bike. A bag that gets wet on the way comes back to you as a complaint.</p>`,
  },
  {
    title: "How much should I order? A reorder point you can work out in your head",
    excerpt:
      "Two numbers, the sales of a day and the days until goods arrive, tell you when to order and how much. No software needed.",
    cover: {
      colour: "forest",
      icon: "bar-chart",
      packs: ["carton package forest", "crate bottle-with-popping-cork teal"],
    },
    content: `
<p>An empty shelf loses a customer to the next shop, and perhaps for good. A full store eats your cash. Between the two is a number that every fast product should have: its reorder point.</p>
<h2>The two numbers</h2>
<p>Count for two weeks how many you sell. Say it was 84 packs of [[table-water|table water]], so 6 a day. Then count the days from ordering to goods on your shelf: with most sellers here that is three to five business days. Take the longest that happened lately, say 6 calendar days.</p>
<p>While you wait you will sell 6 × 6 = 36 packs. That is the least you must have when you order. Add a reserve for a hot week or a late lorry; half of it is a good start: 18. Your reorder point is <strong>36 + 18 = 54 packs</strong>. When the stack falls to 54, order. Not earlier, not "when I pass the market".</p>
<h2>How many to order</h2>
<p>Order what you sell until the next order. If you order every two weeks, that is 84. Then look at three limits:</p>
<ul><li><strong>Cash.</strong> Money in water is not money in rice. If ordering 84 empties the purse, order 42 and order weekly.</li><li><strong>Space and life.</strong> Never buy more than you can sell in half of the time until it expires.</li><li><strong>Price steps.</strong> If 100 packs are 4% cheaper, ask whether 16 more packs, about three extra days of stock, are worth it. Usually yes. If the step is at 400, usually no.</li></ul>
<h2>Make it visible</h2>
<p>Put a strip of red tape on the wall behind the stack at the height of the reorder point. When you see red, order. For small goods, keep the reserve in a separate carton with the date on it: the day you open that carton is the day you order.</p>
<h2>Watch the calendar</h2>
<p>The sales of a day change with the calendar. Drinks double in the heat of March and around festivals, [[exercise-books|exercise books]] in September, [[gift-boxes|gift boxes]] in December, [[tea-coffee|tea]] and [[milk-cocoa|cocoa]] in the rains. Raise the point two weeks before, and lower it again a week before the season ends, so that you are not the one with forty cartons in January.</p>
<h2>Begin with ten</h2>
<p>Do not do this for the whole shop. Take the ten goods that bring in most money; they are often two thirds of the sales. Work out their points on one evening and correct them each month. The rest can wait until you walk past.</p>`,
  },
  {
    title: "Twenty minutes a week: a stock book that finds missing money",
    excerpt:
      "Count a little every week, compare with what should be there, and ask about the difference while everybody still remembers.",
    cover: { colour: "cocoa", icon: "notebook", packs: ["shoebox ledger cocoa", "tin canned-food blue"] },
    content: `
<p>Most shops count once a year, find that something is missing, and can do nothing about it, because nobody knows when it went. Counting a little every week costs twenty minutes and finds the leak while it is still small.</p>
<h2>The book</h2>
<p>Take an [[exercise-books|exercise book]] and give each of your twenty most valuable goods one page with five columns:</p>
<table><thead><tr><th>Date</th><th>In</th><th>Out</th><th>Should be</th><th>Counted</th></tr></thead><tbody><tr><td>2 Mar</td><td>40</td><td></td><td>40</td><td>40</td></tr><tr><td>9 Mar</td><td></td><td>27</td><td>13</td><td>12</td></tr><tr><td>10 Mar</td><td>40</td><td></td><td>52</td><td></td></tr></tbody></table>
<p>"In" comes from the delivery note, "Out" from the sales of the week. "Should be" is arithmetic. "Counted" is what your eyes see. Any difference gets a word beside it on the same day: broken, given as a gift, eaten, sold on credit, not known.</p>
<h2>Count a part, not everything</h2>
<p>Four goods on each of five days is the whole list in a week. Count before opening, when nothing moves. Let two people count without telling each other the number; if they agree, write it down.</p>
<h2>What differences tell you</h2>
<ul><li><strong>One piece here and there:</strong> mistakes in selling. Put price labels on the shelf.</li><li><strong>Always the same good:</strong> look at where it stands. [[phone-cases|Phone cases]], [[memory-cards|memory cards]] and [[perfume|perfume]] belong behind the counter.</li><li><strong>Always after the same day:</strong> look at who worked and who delivered. Speak calmly and with the book open. A book accuses nobody, it only remembers.</li><li><strong>More than there should be:</strong> a delivery was not written in. Correct it, because the next shortage would hide behind it.</li></ul>
<h2>Breakages and expiry</h2>
<p>Keep a carton for what is broken, leaking or out of date, and write it out of the book when it goes in. Once a month decide: return to the supplier, sell cheaply with an honest label if it is only the carton that suffered, or throw away. Never sell expired food, medicine or cosmetics at any price. It is against the law, and one sick customer costs more than the shelf.</p>
<h2>The number to know</h2>
<p>At the end of the month add up the missing goods at cost and divide by the sales of the month. Under 1% is a well-kept shop. Over 2%, and the twenty minutes are the best paid work of your week.</p>
<p>Later you may move to a phone or computer. The habit stays the same: in, out, should be, counted, and a word for the difference.</p>`,
  },
  {
    title: "Good palm oil: how to judge it, store it and sell it clean",
    excerpt:
      "Colour alone proves nothing. What to look, smell and ask for when you buy palm oil in bulk, and how to keep it from going off.",
    cover: { colour: "rust", icon: "palm-tree", packs: ["jerrycan palm-tree rust", "bottle olive lime"] },
    content: `
<p>Palm oil is bought on trust more than almost anything else in the market, and trust is often abused. Some sellers add dye to make it redder, some stretch it with cheaper oil or water. A trader who can tell good oil builds customers who come back for years.</p>
<h2>Look</h2>
<p>Fresh oil is orange to deep red and clear when warm. When it cools, it separates: a lighter, grainy part sinks and a clear red part stays above. This is natural, and a good sign. Oil that stays one even, very bright red through and through, whatever the temperature, deserves a question.</p>
<p>Put a drop on white paper. Natural oil leaves a yellow-orange stain with an even edge. If a red ring with a sharp border stands around it, something was probably added. Rub a little between wet fingers: dye tends to stay on the skin after washing with soap.</p>
<h2>Smell and taste</h2>
<p>Good oil smells of the fruit, a little sweet. A soapy, sharp or paint-like smell means that it is old or was made from fruit that fermented. It is not dangerous at once, but it will be rancid in weeks, and no recipe hides it.</p>
<h2>Listen to water</h2>
<p>Heat a spoonful. If it crackles and spits, there is water in it. Water shortens the life of oil and is sold at the price of oil. Two litres in a 25-litre [[palm-oil|jerrycan]] are 8% of your money.</p>
<h2>Ask</h2>
<ul><li>Where and when was it milled? Oil from the peak season, roughly February to June, is cheaper and fresher then.</li><li>Is it in new or washed containers? Kegs that held chemicals must never hold food.</li><li>For packed brands: is there a NAFDAC number, a batch number and a date on the label?</li></ul>
<p>Buy one container from a new seller first, keep a small bottle of it with the date, and compare the next delivery with that bottle.</p>
<h2>Store</h2>
<p>Air, light and heat spoil oil. Fill containers to the top, close them well, keep them off the ground in the shade, and do not put them beside kerosene, detergent or onions, because oil takes on smells. Kept like this it lasts about a year. Never pour new oil onto the rest of old oil: the old part spoils the new.</p>
<h2>Sell</h2>
<p>Decant with a clean, dry funnel into dry bottles. Wipe the outside, write the date on a label, and keep one opened can only. If you also sell [[vegetable-oil|vegetable oil]], use a different funnel. And show customers the paper test. A seller who shows how to check oil is the one whose oil nobody checks.</p>`,
  },
];
