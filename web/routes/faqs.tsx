import { supportCopy } from '#web/copy/support.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { ErrorScreen } from '#web/features/frame/error-screen.tsx'
import { FaqsPage } from '#web/features/support/faqs-page.tsx'
import { faqFacts } from '#web/features/support/faq-facts.ts'
import { readFaqs } from '#web/features/support/read-faqs.ts'
import { SupportFailed } from '#web/features/support/support-failed.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { categoryFaqsPath } from '#web/paths.ts'
import type { Route } from './+types/faqs.ts'

const words = supportCopy.faqs

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return readFaqs(context.get(loaderCall), params.name, request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, subjects, q, list } = loaderData
  const category = subjects?.find(({ code }) => code === name)?.name ?? words.title
  const page = list && list.page > 1 ? `?page=${list.page}` : ''
  return pageMeta(matches, {
    title: q ? words.search_title(q) : words.title_of(category),
    description: words.description(category),
    path: categoryFaqsPath(name) + page,
    // Endless addresses with the same few questions: not for an index.
    hidden: q !== '',
    ...(q === '' && list && list.count > 0 && { facts: [faqFacts(list.results)] }),
  })
}

export default function Faqs({ loaderData }: Route.ComponentProps) {
  return <FaqsPage data={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SupportFailed error={error} title={words.title} missing={<ErrorScreen error={error} />} />
}
