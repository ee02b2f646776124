/** The messages of the demo's visitors, newest first. */
export const DEMO_MESSAGES: readonly string[] = [
  "Good morning. I run three provision stores in Surulere. If I take 40 cartons of tinned milk every month, is there a standing price, and can you deliver on Mondays before 9am?",
  "My order came this afternoon but one bag of rice is torn at the seam. I have pictures and wrote it on the waybill. What do I do next?",
  "Please do you have exercise books of 60 leaves with our school's name on the cover? We need 1,200 pieces before the new term.",
  "I paid by transfer twice by mistake because my bank app hung. The second debit should come back to me. My reference ends with 8841.",
  "Can I pick up from Alaba myself instead of waiting for delivery? I have a truck coming from Abeokuta on Thursday.",
  "Is the baby cereal you sell the one with NAFDAC number on the lid? A customer returned one from the open market that was fake.",
  "We are a hotel in Uyo with 64 rooms and need towels, bedsheets and soap. Who can I talk to about a quotation with our company name on the receipt?",
  "The price of groundnut oil was 2,000 naira lower last week. Is it going to come down again or should I buy now?",
  "How do I change the phone number on my account? I lost my former SIM and cannot receive the code.",
  "Do you deliver to Maiduguri, and how is the delivery fee for 30 bags calculated? I want to know the full cost before I pay.",
  "Thank you for the quick replacement of the blender jars. You people tried. I have told my sister in Onitsha.",
  "I want to stop the newsletter on my old email address and use a new one. The new one is the address of this message.",
];

/** Registered suppliers that are not listed. Categories are slugs. */
export const WAITING_SUPPLIERS: readonly { name: string; category: string; status: "pending" | "declined" }[] = [
  { name: "Mama Bello Shea Butter", category: "beauty-health-hair", status: "pending" },
  { name: "Plateau Fresh Foods Limited", category: "grocery-gourmet-food", status: "pending" },
  { name: "Coal City Packaging & Nylon", category: "household", status: "pending" },
  {
    name: "Sabon Gari Phone Accessories and General Electronics Merchants (Nig.) Enterprises",
    category: "household",
    status: "pending",
  },
  { name: "Quick Cash Imports", category: "jewelry-watches", status: "declined" },
];
