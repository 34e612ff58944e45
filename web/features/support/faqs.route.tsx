import { supportMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { ErrorPage } from '#web/app/error-page.tsx'
import { loadFaqs } from './load-support.ts'
import { SupportErrorPage, SectionError, SupportLayout } from './support-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { faqCategoryPath, defaultFaqsPath, newInquiryPath } from '#web/routing/account-paths.ts'
import type { Route } from './+types/faqs.route.ts'
import type { Subject, Faq } from '#contract/customer-services/customer-services.ts'
import { formatCount } from '#web/lib/format.ts'
import { useIsChild } from '#web/session/auth-store.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { useEffect, useRef } from 'react'
import { redirect } from 'react-router'
import { FaqItem, FaqSearch } from './faq-item.tsx'

const messages = supportMessages.faqs

/** Redirects to the first category without one (specification, section 2), keeping the query. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!params.name) {
    const { searchParams } = new URL(request.url)
    // Added by the router to its data requests.
    searchParams.delete('_routes')
    throw redirect(searchParams.size > 0 ? `${defaultFaqsPath}?${searchParams}` : defaultFaqsPath)
  }
  return loadFaqs(context.get(apiContext), params.name, request.url)
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { name, subjects, q, list } = loaderData
  const category = subjects?.find(({ code }) => code === name)?.name ?? messages.title
  const page = list && list.page > 1 ? `?page=${list.page}` : ''
  return pageMeta(matches, {
    title: q ? messages.search_title(q) : messages.title_of(category),
    description: messages.description(category),
    path: faqCategoryPath(name) + page,
    // Unbounded addresses with the same few questions are not indexed.
    noindex: q !== '',
    ...(q === '' && list && list.count > 0 && { jsonLd: [faqJsonLd(list.results)] }),
  })
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <SupportErrorPage error={error} title={messages.title} missing={<ErrorPage error={error} />} />
  )
}

/** The questions of a category, six a page, or the results of a search in all categories. */
export default function Faqs({ loaderData }: Route.ComponentProps) {
  const isChild = useIsChild()
  const { name, subjects, q, list, opened, gone } = loaderData
  return (
    <SupportLayout title={messages.title}>
      <FaqSearch q={q} clear={faqCategoryPath(name)} />
      {subjects && <Categories subjects={subjects} selected={q ? null : name} />}
      {gone && <p className="mt-6 panel px-5 py-4 text-foreground-muted">{messages.gone}</p>}
      <div className="mt-6 min-h-96">
        <h2 className="sr-only">{q ? messages.search_title(q) : categoryName(subjects, name)}</h2>
        {!list && <SectionError />}
        {list && q !== '' && (
          <p
            role="status"
            className={list.count > 0 ? 'mb-3 text-sm text-foreground-subtle' : 'sr-only'}
          >
            {list.count > 0 ? messages.found(formatCount(list.count)) : messages.no_match(q)}
          </p>
        )}
        {list?.count === 0 && <NoFaqs q={q} />}
        {list && list.count > 0 && (
          <>
            <ul className="border-t border-border">
              {list.results.map((faq) => (
                <li key={faq.id}>
                  <FaqItem
                    key={`${q} ${faq.id === opened}`}
                    faq={faq}
                    isTarget={faq.id === opened}
                  />
                </li>
              ))}
            </ul>
            {(q === '' || list.pages > 1) && (
              <div className="mt-6">
                <Pagination
                  page={list.page}
                  pages={list.pages}
                  label={messages.pages}
                  hrefOf={(page) =>
                    q
                      ? `${defaultFaqsPath}?q=${encodeURIComponent(q)}&page=${page}`
                      : `${faqCategoryPath(name)}?page=${page}`
                  }
                />
              </div>
            )}
            {!isChild && (
              <p className="mt-10 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-base text-foreground-muted">
                {messages.unresolved}
                <ButtonLink to={newInquiryPath} icon="chat">
                  {messages.ask}
                </ButtonLink>
              </p>
            )}
          </>
        )}
      </div>
    </SupportLayout>
  )
}

const categoryName = (subjects: readonly Subject[] | null, name: string) =>
  subjects?.find(({ code }) => code === name)?.name ?? messages.title

/** On a phone the categories overflow the screen: scrolls the selected one into view. */
function Categories({
  subjects,
  selected,
}: {
  subjects: readonly Subject[]
  selected: string | null
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && current)
      list.current.scrollLeft =
        current.offsetLeft - (list.current.clientWidth - current.offsetWidth) / 2
  }, [selected])
  return (
    <nav aria-label={messages.categories} className="mt-5">
      <ul
        ref={list}
        className="relative full-bleed flex gap-2 overflow-x-auto [scrollbar-width:none] md:flex-wrap"
      >
        {subjects.map(({ id, code, name }) => (
          <li key={id}>
            <ChipLink to={faqCategoryPath(code)} selected={code === selected} preventScrollReset>
              {name}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NoFaqs({ q }: { q: string }) {
  const isChild = useIsChild()
  return (
    <EmptyState
      icon={q ? 'search' : 'info'}
      title={q ? messages.no_match(q) : messages.empty}
      heading="h3"
      actions={
        !isChild && (
          <ButtonLink to={newInquiryPath} variant="primary" icon="chat">
            {messages.ask}
          </ButtonLink>
        )
      }
    >
      {q ? messages.no_match_detail : messages.empty_detail}
    </EmptyState>
  )
}

/** The questions of a page as JSON-LD (schema.org). */
const faqJsonLd = (faqs: readonly Pick<Faq, 'title' | 'context'>[]): object => ({
  '@type': 'FAQPage',
  mainEntity: faqs.map(({ title, context }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: context },
  })),
})
