import type { DemoPost } from "./post.ts";

/** Posts on prices, payments and tax. */
export const moneyPosts: readonly DemoPost[] = [
  {
    title: "How to price a carton so that it still pays you next month",
    excerpt:
      "The invoice is not the cost. Add what it takes to bring a carton to your shelf, and price for the next one you must buy.",
    cover: { colour: "gold", icon: "abacus", packs: ["carton money-bag amber", "tin tomato clay"] },
    content: `
<p>Many shops that sell all day still end the month with less money than they began with. The goods moved, but each carton was sold for a little less than it took to replace. Here is a way to price that takes ten minutes and a calculator.</p>
<h2>Start with the landed cost</h2>
<p>The price on the invoice is only the first line. Write down everything that you pay until the carton stands on your shelf:</p>
<ul><li>the invoice price of the carton,</li><li>its share of transport, loading and offloading,</li><li>its share of bank charges and of the boy who carried it,</li><li>what normally breaks, leaks or goes soft in ten cartons, divided by ten.</li></ul>
<p>Suppose a carton of [[tomato-paste|tomato paste in sachets]] costs ₦21,000. You brought twenty cartons, and the van with loading cost ₦16,000, so each carton carries ₦800. Charges come to ₦50 a carton, and you lose about one sachet row in every five cartons, say ₦150. The landed cost is ₦22,000, not ₦21,000.</p>
<h2>Know your margin from your mark-up</h2>
<p>If you add 10% to ₦22,000 you sell at ₦24,200. Your profit is ₦2,200, but that is only 9% of what the customer paid. Rent, light and wages are paid out of sales, so think in margin: to keep 10% of the sale, divide the landed cost by 0.90. That gives ₦24,450.</p>
<table><thead><tr><th>Margin you want</th><th>Divide the landed cost by</th><th>₦22,000 becomes</th></tr></thead><tbody><tr><td>5%</td><td>0.95</td><td>₦23,160</td></tr><tr><td>8%</td><td>0.92</td><td>₦23,910</td></tr><tr><td>10%</td><td>0.90</td><td>₦24,450</td></tr><tr><td>15%</td><td>0.85</td><td>₦25,880</td></tr></tbody></table>
<h2>Price for the next carton, not the last</h2>
<p>When the market price rises, the carton that you bought last month is worth what it costs to replace today. If you sell it at the old price, you will need to borrow to buy the same quantity again. Check the current wholesale price every week, and change your own price as soon as the replacement cost moves by more than 2%.</p>
<h2>Let fast goods and slow goods carry different loads</h2>
<p>[[pasta-noodles|Noodles]], [[salt-sugar|sugar]] and [[seasoning|seasoning]] bring people in, and everybody knows their price. Take a thin margin there and stay close to your neighbours. Goods that turn once in two months, such as [[pots|pots]] or [[gift-boxes|gift boxes]], tie up money and space: they need 20% or more to be worth the shelf.</p>
<p>Write the landed cost in pencil on the inside of the carton flap. When a customer bargains, you will know at once how far you can go.</p>`,
  },
  {
    title: "Spotting a fake alert before the goods leave your shop",
    excerpt:
      "A message on the buyer's phone is not money. Five habits that stop false transfer alerts, and what to do when one gets through.",
    cover: { colour: "red", icon: "mobile-phone", packs: ["devicebox warning red", "carton package sand"] },
    content: `
<p>The customer shows you a green screen, your phone buzzes with an alert, and the carton is already on the okada. An hour later the balance has not moved. Fake alerts work because they arrive at the busiest moment, from somebody in a hurry. The answer is a rule that does not depend on who is in a hurry.</p>
<h2>What a fake looks like</h2>
<ul><li><strong>A copied SMS.</strong> It has the words of your bank, but the sender is a number or a name with a small difference, and it names no balance or the wrong one.</li><li><strong>A receipt picture.</strong> Apps can draw a perfect transfer receipt with your name, the time and a session number. A receipt only shows that somebody can draw.</li><li><strong>A reversed transfer.</strong> The money was sent and then called back, or it was scheduled and cancelled.</li><li><strong>The wrong account.</strong> The money went to an account with a name like yours, so the buyer's receipt is genuine and still not yours.</li></ul>
<h2>Five habits</h2>
<ol><li><strong>Look at your balance, not at a message.</strong> Open your own banking app, or dial your bank's code, and see the new balance and the entry with the buyer's name.</li><li><strong>Never use the buyer's phone or link.</strong> Not to "confirm", not to "refresh".</li><li><strong>Know your balance before the day begins.</strong> Write it down at opening. Otherwise you cannot tell whether ₦64,500 arrived or was there already.</li><li><strong>Goods move after money.</strong> Say it kindly and say it to everybody, your cousin too: "It is our rule, the load goes when the app shows it." Put the sentence on a card at the counter.</li><li><strong>One person releases.</strong> The salesperson sells, but only the owner or cashier, who has the banking app, says "load it".</li></ol>
<h2>When the network is slow</h2>
<p>Transfers between banks sometimes take minutes or hours. Keep the goods packed with the buyer's name on them, give a written note of what was promised and at which price, and release them when the money shows. A buyer who paid loses nothing but time; a buyer who did not will not come back.</p>
<h2>Safer ways to be paid</h2>
<p>A payment terminal confirms with the bank before it prints. A payment page such as the one in this shop asks the bank itself, so a picture cannot fool it. For large orders, let the buyer pay online before you load.</p>
<h2>If it happened</h2>
<p>Call your bank's fraud line at once with the time, amount and account; the first hour matters most. Keep the phone number, the picture and the camera recording, and report to the police with them. Then tell the shops around you: the same person is usually in the next street the same afternoon.</p>
<p>A small [[torches|rechargeable lamp]] over the counter and a charged [[power-banks|power bank]] help as well. Many false alerts are accepted simply because the seller's own phone was off.</p>`,
  },
  {
    title: "Selling by the piece: what one sachet really costs you",
    excerpt:
      "From a bag to cups, from a carton to sachets: how to work out the price of a piece without giving away the profit.",
    cover: { colour: "teal", icon: "balance-scale", packs: ["sachets glass-of-milk sky", "sack cooked-rice gold"] },
    content: `
<p>Most customers do not buy a carton. They buy one sachet of milk, a derica of rice, a cup of groundnuts. Breaking bulk is where a small shop earns its living, and also where money leaks, a spoon at a time.</p>
<h2>Count the real pieces</h2>
<p>Begin with what you can really sell out of a pack. A 50 kg bag of [[parboiled-rice|parboiled rice]] is not 50 kg of sales: after dust, broken grain and generous hands you may sell 49. Measure it once. Fill your own derica level, weigh ten of them, and divide. If ten weigh 9 kg, one is 0.9 kg, and the bag gives about 54 dericas.</p>
<p>If the bag stands in your shop at ₦80,000, one derica costs you ₦1,481. At ₦1,600 you earn ₦119 on each, or ₦6,400 on the bag. At ₦1,500 you earn a thousand naira on the whole bag, and one careless afternoon eats it.</p>
<h2>Level is a price too</h2>
<p>A heaped cup gives away 10 to 15%. If heaping is the custom on your street, price the heaped cup and call it so. What ruins a shop is a level price with a heaped hand.</p>
<h2>Sachets and sticks</h2>
<p>For goods that come counted, divide the landed cost by the pieces and round up to a coin that people have. A carton of [[milk-cocoa|milk or cocoa sachets]] with 210 pieces at ₦33,600 costs ₦160 for each. Selling at ₦180 leaves ₦20, which is 11% of the sale. Selling "two for ₦350" leaves ₦15. Both are fine as long as you decided them; neither is fine as a habit you never counted.</p>
<h2>Three packs, three prices</h2>
<p>Show the customer a ladder: the piece, the half dozen and the roll or carton. Somebody who came for three often leaves with six when the saving is written down. Keep each step above your cost:</p>
<ul><li>piece: full margin,</li><li>half dozen: about two thirds of it,</li><li>carton: a thin margin, but sold in one minute and without waste.</li></ul>
<h2>Change is money</h2>
<p>When you lack change and give a sweet instead, you have sold the sweet at cost. Buy a carton of [[biscuits-snacks|small biscuits]] on purpose for this, price them at a round coin, and count them as stock.</p>
<p>Write the numbers of your ten fastest goods on one sheet: landed cost, pieces, cost of a piece, selling price. Look at it whenever a new invoice comes. It takes five minutes and is worth more than any loan.</p>`,
  },
  {
    title: "VAT and the small shop: what you need to know and what you can ignore",
    excerpt:
      "7.5% is the rate, but many of your goods and perhaps your whole shop do not charge it. A plain look at invoices, food and records.",
    cover: { colour: "navy", icon: "receipt", packs: ["carton bar-chart navy", "sack sheaf-of-rice olive"] },
    content: `
<p>Tax worries many traders more than it needs to. This is a general explanation, not advice for your case; for that ask an accountant or the tax office in your state. But the main lines are simple.</p>
<h2>What VAT is</h2>
<p>Value added tax is 7.5% on most goods and services. A registered business adds it to its price, takes off the VAT that it paid on its own purchases, and pays the difference to the Nigeria Revenue Service. The one who finally eats, wears or uses the goods carries it.</p>
<h2>Many small shops do not charge it</h2>
<p>Under the tax law in force since January 2026 a small company, with a turnover of at most ₦100 million in a year, need not charge VAT. If that is you, the VAT in your supplier's price is part of your cost, like transport. Put it into the landed cost and price from there.</p>
<h2>Some goods carry none</h2>
<p>Basic food items are zero-rated: think of [[brown-beans|beans]], [[garri|garri]], [[maize|maize]], rice, yam. So are medicines and books for school. Baby products are exempt. Sweetened drinks, cosmetics, electronics and clothes carry the full rate. When you compare two suppliers, ask whether their price includes VAT. ₦100,000 "plus VAT" is ₦107,500.</p>
<h2>What a proper invoice shows</h2>
<ul><li>a running number and the date of supply,</li><li>the seller's name, address, tax number and registration number,</li><li>the buyer's name,</li><li>what was sold, how much of it and the price,</li><li>the VAT and its rate, as a line of its own.</li></ul>
<p>Insist on it for every large purchase. It proves the cost of your goods, it supports a claim when something is wrong with them, and a bank will ask for it when you want credit.</p>
<h2>The ₦50 on transfers</h2>
<p>For electronic transfers of ₦10,000 and more there is a stamp duty of ₦50. Since 2026 the sender bears it. It comes off the buyer's account beside the transfer, not out of yours, so the amount that reaches you should be complete.</p>
<h2>Records that save you</h2>
<p>You need three things: all purchase invoices, a daily total of sales, and a stock count at the end of each year. An [[exercise-books|exercise book]] for each is enough to begin; a phone picture of each invoice on the day it comes is better still. Keep them for at least six years. The trader who can show a book pays tax on profit. The trader who cannot pays on a guess, and guesses are never low.</p>`,
  },
];
