import { logoUrl, type Service } from '#web/lib/service.ts'
import { searchPath } from '#web/routing/paths.ts'

/** The site and the company that runs it as JSON-LD (schema.org). In the document only, for search engines. */
export function siteJsonLd(site: string, service: Service): object[] {
  const { name, company_name, email, phone, instagram_url, youtube_url, x_url } = service
  const logo = logoUrl(service, 'icon-512')
  const sameAs = [instagram_url, youtube_url, x_url].filter(Boolean)
  return [
    {
      '@type': 'WebSite',
      name,
      url: `${site}/`,
      inLanguage: 'ko',
      potentialAction: {
        '@type': 'SearchAction',
        target: `${site}${searchPath}?q={search_term_string}`,
        'query-input': 'required name=search_term_string',
      },
    },
    {
      '@type': 'Organization',
      name,
      url: `${site}/`,
      ...(company_name && { legalName: company_name }),
      ...(email && { email }),
      ...(phone && { telephone: phone }),
      ...(logo && { logo: site + logo }),
      ...(sameAs.length > 0 && { sameAs }),
    },
  ]
}
