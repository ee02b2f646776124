import type { BlogPosting, BreadcrumbList, FAQPage, OnlineStore, WebSite, WithContext } from "schema-dts";
import { postHref } from "#app/features/blog/links.ts";
import type { Post } from "#app/features/blog/queries.server.ts";
import { categoryHref, productHref } from "#app/features/products/links.ts";
import type { ProductDetail } from "#app/features/products/queries.server.ts";
import type { Store } from "#app/features/settings/rules.ts";

const CONTEXT = "https://schema.org";

export type CrumbLink = { name: string; path: string };

/** The shop as an organization, on its home page. */
export function storeData(store: Store, baseUrl: string): WithContext<OnlineStore> {
  return {
    "@context": CONTEXT,
    "@type": "OnlineStore",
    name: store.name,
    url: `${baseUrl}/`,
    logo: `${baseUrl}/icon-512.png`,
    email: store.email,
    areaServed: { "@type": "Country", name: "Nigeria" },
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      telephone: store.phone,
      email: store.email,
    },
  };
}

/** The website with its search, on its home page. */
export function websiteData(store: Store, baseUrl: string): WithContext<WebSite> {
  const search = {
    "@type": "SearchAction" as const,
    target: `${baseUrl}/products?search={search_term_string}`,
    // Search engines require this property, which the vocabulary defines as an annotation.
    "query-input": "required name=search_term_string",
  };
  return { "@context": CONTEXT, "@type": "WebSite", name: store.name, url: `${baseUrl}/`, potentialAction: search };
}

/** The breadcrumbs of a page, including the page itself. */
export function breadcrumbData(crumbs: readonly CrumbLink[], baseUrl: string): WithContext<BreadcrumbList> {
  return {
    "@context": CONTEXT,
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name,
      item: `${baseUrl}${path}`,
    })),
  };
}

type Place = { name: string; slug: string };

/** The breadcrumbs of a category: all products, its parent, itself. */
export function categoryCrumbs(category: Place, parent: Place | null, baseUrl: string): WithContext<BreadcrumbList> {
  return breadcrumbData([ALL, ...placesOf(parent, category)], baseUrl);
}

/** The breadcrumbs of a product, by its categories. */
export function productCrumbs(product: ProductDetail, baseUrl: string): WithContext<BreadcrumbList> {
  const places = placesOf(product.parent_category, product.category);
  return breadcrumbData([ALL, ...places, { name: product.name, path: productHref(product.slug) }], baseUrl);
}

const ALL: CrumbLink = { name: "All Products", path: "/products" };

function placesOf(...places: (Place | null)[]): CrumbLink[] {
  return places.filter((place) => place !== null).map(({ name, slug }) => ({ name, path: categoryHref(slug) }));
}

/** A post; `image` is its share picture. */
export function postData(post: Post, image: string, store: Store, baseUrl: string): WithContext<BlogPosting> {
  const publisher = { "@type": "Organization" as const, name: store.name, url: `${baseUrl}/` };
  return {
    "@context": CONTEXT,
    "@type": "BlogPosting",
    headline: post.title,
    description: post.excerpt,
    image: [image, ...(post.featured_image ? [post.featured_image] : [])].map((one) => new URL(one, baseUrl).href),
    datePublished: post.published_at.toISOString(),
    dateModified: post.updated_at.toISOString(),
    timeRequired: `PT${post.minutes}M`,
    inLanguage: "en-NG",
    author: publisher,
    publisher: { ...publisher, logo: { "@type": "ImageObject", url: `${baseUrl}/icon-512.png` } },
    mainEntityOfPage: `${baseUrl}${postHref(post.slug)}`,
  };
}

/** Questions with their answers, as plain text or HTML. */
export function faqData(items: readonly { question: string; answer: string }[]): WithContext<FAQPage> {
  return {
    "@context": CONTEXT,
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
