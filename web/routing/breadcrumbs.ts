import { homePath } from './paths.ts'

/** The breadcrumb of a page as JSON-LD (schema.org), from home. `site` is the origin, or '' while unknown. */
export function breadcrumbJsonLd(
  site: string,
  items: readonly { name: string; path: string }[],
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: '홈', path: homePath }, ...items].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${site}${path}`,
    })),
  }
}
