import type { DemoPost } from "./post.ts";

/** Posts on deliveries, labels, customers and seasons. */
export const tradePosts: readonly DemoPost[] = [
  {
    title: "Reading a waybill, line by line, before you sign",
    excerpt:
      "Your signature on a waybill says that everything came, whole. What each line means, and what to write when it did not.",
    cover: { colour: "amber", icon: "delivery-truck", packs: ["carton package gold", "carton clipboard sand"] },
    content: `
<p>A driver holds out a paper, a pen and an expression that says he has nine more stops. Most people sign. But a waybill is the only proof of what was handed over, and your signature moves the risk from the carrier to you. Two minutes here save the argument later.</p>
<h2>What the lines say</h2>
<ul><li><strong>Waybill number.</strong> Identifies this load with the carrier. Take a picture of it: everything you ask later begins with it.</li><li><strong>Consignor and consignee.</strong> Who sends, and who receives. The second should be you, with the right phone number. If it is not, do not sign.</li><li><strong>Packages.</strong> The number of cartons, bags or bundles. Count these, not the pieces inside.</li><li><strong>Description and weight.</strong> "Provisions, 12 ctns, 148 kg." If weight was charged, this is what you paid for.</li><li><strong>Freight: paid or to pay.</strong> "To pay" means that you owe the driver. Goods bought in this shop name the carriage on the order, so nobody should surprise you.</li><li><strong>Condition.</strong> Often left empty. It is the most valuable line for you.</li></ul>
<h2>Count before the van leaves</h2>
<p>Count packages against the waybill while they come off, by groups of five, aloud, with the driver beside you. Look at every carton for four things: crushed corners, wet patches, tape of another colour, a lighter weight than its neighbours. Open those in front of the driver, and only those.</p>
<h2>Write what you see</h2>
<p>If something is wrong, accept the load and write on <em>both</em> copies before you sign: "Received 11 of 12 cartons. Carton 4 wet, 6 tins dented." Add the date, time and your name, and let the driver sign too. Take pictures with the waybill in the frame. "Received in good condition" that you sign unread is very hard to take back.</p>
<h2>Then open and compare with the order</h2>
<p>The same day, compare the pieces with your order. A shortage inside closed cartons is the seller's matter, not the driver's, and sellers ask for notice quickly: with us, returns are asked for within 2 days of delivery. Send the order number, the pictures and the count.</p>
<h2>Goods by bus</h2>
<p>Much travels from park to park. Then the waybill is the park's slip: ask for the name and phone of the driver, the number of the bus and the time of leaving, and write your phone number on the goods themselves in thick letters. Pack fragile things, such as [[plates-cups|plates and cups]] or [[led-bulbs|bulbs]], in a second carton with paper between. The park pays for what is lost, if you can show the slip. It rarely pays for what broke.</p>
<p>Keep waybills with the invoices, by month. When you know which route loses cartons, you know which route to leave.</p>`,
  },
  {
    title: "NAFDAC numbers: what they prove and how to check one",
    excerpt:
      "Food, drinks, cosmetics and medicines need a registration number. How to read a label, and which signs should make you refuse a carton.",
    cover: {
      colour: "teal",
      icon: "magnifying-glass-tilted-left",
      packs: ["pump lotion-bottle blush", "tin canned-food red"],
    },
    content: `
<p>If you sell packaged food, drinks, cosmetics, medicines or chemicals, every item should carry a NAFDAC registration number. A shop that sells unregistered goods risks having them seized and being prosecuted, even if it did not know. So it is worth knowing what to look for.</p>
<h2>What the number is</h2>
<p>The National Agency for Food and Drug Administration and Control registers each product after looking at its factory, composition and label. The number stands on the package, usually with the words "NAFDAC Reg. No.". Locally made and imported foods, cosmetics and drugs have different forms of it, most with two parts, such as A1-1234 or 04-1234. It belongs to one product of one maker. A second scent or size may have its own.</p>
<h2>What a complete label shows</h2>
<ul><li>the name of the product and the brand,</li><li>the maker's name and full address, and the importer's for foreign goods,</li><li>the NAFDAC number,</li><li>the batch or lot number, the date of manufacture and the best-before or expiry date,</li><li>the net content, and the ingredients,</li><li>all of this in English.</li></ul>
<h2>How to check</h2>
<p>Search the number in NAFDAC's public register of products on its website, and compare name, maker and pack with what you hold. For many medicines there is a panel to scratch with a code to send by SMS. No answer, or the name of another product, means: do not sell it. Ask the supplier for the registration certificate; an honest one sends it the same day.</p>
<h2>Signs to refuse</h2>
<ul><li>The number is on a sticker over another label.</li><li>Date and batch are printed in different ink, can be wiped off or differ between carton and piece.</li><li>Spelling mistakes in the brand, colours a little off, caps that do not fit.</li><li>[[body-lotion|Lotions]] and creams that promise to whiten in days. Mercury and strong hydroquinone are banned in them.</li><li>[[baby-food|Baby food]] or milk without a date, or repacked from a larger bag.</li><li>A price that is far under everybody else's.</li></ul>
<h2>What does not need it</h2>
<p>Fresh and unpacked farm goods, such as yams, loose [[brown-beans|beans]] or maize, carry no number. Neither do clothes or pots. Electrical goods fall to SON, the standards organisation: look for its conformity mark on [[led-bulbs|bulbs]], cables and [[adapters|adapters]].</p>
<h2>Make it a habit at the door</h2>
<p>When a new product comes, take one piece out, photograph its label and save the picture under its name. When someone asks you later where it came from, you have number, batch and date. On this shop's product pages the number is shown where the seller has given it; if it is missing on something that should have it, ask before you buy.</p>`,
  },
  {
    title: "Selling on credit without losing the shop",
    excerpt:
      "Credit brings customers and takes cash. A limit, a date and a book: three rules that let you say yes and still sleep.",
    cover: { colour: "plum", icon: "handshake", packs: ["garments t-shirt indigo", "bale thread plum"] },
    content: `
<p>"I will pay at month end." In most streets a shop that never gives credit loses good customers, and a shop that gives it to everybody closes. The difference is not the heart of the owner. It is whether credit has rules.</p>
<h2>Credit is a loan of your stock</h2>
<p>Suppose that you sell with a margin of 10%. When one customer does not pay ₦50,000, you must sell for ₦450,000 to others to earn that cost back. Say this number to yourself before each yes.</p>
<h2>Rule one: a limit for everyone, and one for the shop</h2>
<p>Decide how much may be outside at once. A tenth of your stock is a sound ceiling. If the stock is worth ₦2,000,000, no more than ₦200,000 may be in other people's hands, whoever asks. Then give each customer a limit of what they usually spend in a week. New customers have none for the first three months.</p>
<h2>Rule two: a date, not a season</h2>
<p>"Soon" is not a date. Write the day: Friday 27. Link it to when that person has money: a civil servant after salaries, a caterer on the Monday after the party. Nobody gets new credit while an old date has passed, however small the sum. This one rule does more than any reminder.</p>
<h2>Rule three: it stands in the book, and they signed</h2>
<p>One page for each customer: date, goods, amount, day of payment, signature or a message from their phone that says "I took two bags on credit, ₦158,000, to pay on the 27th". Part payments are written in at once and shown. Most quarrels about credit are quarrels about memory.</p>
<h2>Reminding without fighting</h2>
<ol><li>The day before: a friendly message with amount and date.</li><li>On the day: a call in the morning.</li><li>Three days after: a visit, with the book. Ask for a part today and a new date for the rest.</li><li>Two weeks after: no goods until it is paid, said kindly and meant.</li></ol>
<p>Never shout it across the market. You want the money and the customer.</p>
<h2>What else you can offer</h2>
<p>Instead of credit, offer smaller packs: five kilos of [[parboiled-rice|rice]] in place of a bag, a dozen instead of a carton of [[bath-soap|soap]]. Offer to keep goods for a deposit: they pay bit by bit and take the [[pots|pots]] or the [[lace|lace]] home when it is paid. Offer a small discount for cash. Or put several small shops together on one order, so that all get the carton price with their own money.</p>
<p>And pay your own suppliers on the date you promised. The day you need time yourself, your book is your best reference.</p>`,
  },
  {
    title: "September comes every year: planning for back to school",
    excerpt:
      "Books, bags, shoes, snacks: what to order in which week so that you sell in the rush and do not sit on it in November.",
    cover: { colour: "indigo", icon: "backpack", packs: ["tote backpack red", "shoebox mans-shoe graphite"] },
    content: `
<p>The weeks before the new session are for many shops what December is for others. The demand is certain, the dates are known, and still half of the traders order when the children already stand in front of the counter, at the price of the last week. A simple calendar helps.</p>
<h2>Ten weeks before: look back</h2>
<p>Open last year's book. What ran out first? What was still there in November? Ask two or three schools near you for their book lists and the colours of uniforms and socks; heads are glad when a shop has the right ones. Write a list with quantities, in three groups: sure, likely, a try.</p>
<h2>Eight weeks before: order what does not spoil</h2>
<p>[[exercise-books|Exercise books]], pens, mathematical sets and [[school-bags|school bags]] keep. Sellers have full stores now and are open to a price for quantity. Take the "sure" group completely and half of the "likely" one. For bags, two good models in three colours sell better than ten models in one.</p>
<h2>Five weeks before: sizes</h2>
<p>[[kids-shoes|Shoes]], socks and white shirts need sizes. The middle sizes go first: order in the proportion 1 : 2 : 3 : 2 : 1 from small to large, and reorder the middle. Put a foot measure on the floor; a parent who knows the size buys at once, and returns less.</p>
<h2>Three weeks before: food for break time</h2>
<p>[[biscuits-snacks|Biscuits]], [[soft-drinks|small drinks]], [[milk-cocoa|cocoa sachets]] and lunch boxes. These have dates, so order for four weeks and not more. Check the date on every carton when it comes.</p>
<h2>Two weeks before: build the table</h2>
<p>Put everything for one child on one table by the door: bag, ten books, pens, bottle, socks. Write one price for the set and the single prices beside it. Parents with three children and one hour will take three sets. Keep the sets packed in bags behind the counter for the last weekend.</p>
<h2>The week of the rush</h2>
<p>Open an hour earlier. Have change and a charged terminal, and one more pair of hands for packing. Reorder on Monday for what the weekend emptied, in small amounts: the second wave, of those who were paid late, comes in the second week of term.</p>
<h2>And then stop</h2>
<p>From the third week of term, order nothing for school. Sell the "try" group at a small margin while people still ask for it. Money that lies in bags in November is missing for Christmas. What is left and keeps goes into one marked carton: it is the first line of next year's list.</p>`,
  },
];
