type Testimonial = { quote: string; name: string; role: string };

/** Example testimonials for the demo shop; an operator replaces them. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    quote:
      "I used to close the shop for a whole day to buy in Mile 12. Now I order rice and oil at night, and the driver calls before the week is over.",
    name: "Amaka Eze",
    role: "Provision store owner, Enugu",
  },
  {
    quote:
      "The minimum and the stock are there before I ask. I can tell my customers on WhatsApp what will be in on Friday, and it is in on Friday.",
    name: "Ibrahim Sani",
    role: "Phone accessories, Kano",
  },
  {
    quote:
      "We needed 400 uniforms in two colours, which nobody listed. The custom order came back with a price the next morning.",
    name: "Folake Adeyemi",
    role: "School administrator, Ibadan",
  },
  {
    quote: "Forty cartons cost me less each than ten did. That difference is my transport for the month.",
    name: "Tamuno Briggs",
    role: "Mini-mart owner, Port Harcourt",
  },
];
