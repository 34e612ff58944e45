import type { Faq } from '#contract/customer-services/customer-services.ts'

/** The questions of a page, as search engines read them (schema.org). */
export const faqFacts = (faqs: readonly Pick<Faq, 'title' | 'context'>[]): object => ({
  '@type': 'FAQPage',
  mainEntity: faqs.map(({ title, context }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: context },
  })),
})
