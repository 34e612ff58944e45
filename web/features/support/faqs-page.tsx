import type { Subject } from '#contract/customer-services/customer-services.ts'
import { count } from '#web/copy/format.ts'
import { supportCopy } from '#web/copy/support.ts'
import { categoryFaqsPath, firstFaqsPath, newInquiryPath } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ChipLink } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { useEffect, useRef } from 'react'
import { FaqLine } from './faq-line.tsx'
import { FaqSearch } from './faq-search.tsx'
import { NotLoaded } from './not-loaded.tsx'
import type { FaqsPageData } from './read-faqs.ts'
import { SupportFrame } from './support-frame.tsx'

const words = supportCopy.faqs

/** The questions of a category, six at a time, or what was found in all of them. */
export function FaqsPage({ data }: { data: FaqsPageData }) {
  const { name, subjects, q, list, opened, gone } = data
  return (
    <SupportFrame title={words.title}>
      <FaqSearch q={q} clear={categoryFaqsPath(name)} />
      {subjects && <Categories subjects={subjects} selected={q ? null : name} />}
      {gone && <p className="mt-6 rounded-xl bg-surface px-5 py-4 text-paper-2">{words.gone}</p>}
      <div className="mt-6 min-h-96">
        <h2 className="sr-only">{q ? words.search_title(q) : nameOf(subjects, name)}</h2>
        {!list && <NotLoaded />}
        {list && q !== '' && (
          <p role="status" className={list.count > 0 ? 'mb-3 text-sm text-paper-3' : 'sr-only'}>
            {list.count > 0 ? words.found(count(list.count)) : words.no_match(q)}
          </p>
        )}
        {list?.count === 0 && <Nothing q={q} />}
        {list && list.count > 0 && (
          <>
            <ul className="border-t border-line">
              {list.results.map((faq) => (
                <li key={faq.id}>
                  <FaqLine key={`${q} ${faq.id === opened}`} faq={faq} opened={faq.id === opened} />
                </li>
              ))}
            </ul>
            {(q === '' || list.pages > 1) && (
              <div className="mt-6">
                <Pagination
                  page={list.page}
                  pages={list.pages}
                  label={words.pages}
                  hrefOf={(page) =>
                    q
                      ? `${firstFaqsPath}?q=${encodeURIComponent(q)}&page=${page}`
                      : `${categoryFaqsPath(name)}?page=${page}`
                  }
                />
              </div>
            )}
            <p className="mt-10 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-base text-paper-2">
              {words.helped}
              <ButtonLink to={newInquiryPath} icon="chat">
                {words.ask}
              </ButtonLink>
            </p>
          </>
        )}
      </div>
    </SupportFrame>
  )
}

const nameOf = (subjects: readonly Subject[] | null, name: string) =>
  subjects?.find(({ code }) => code === name)?.name ?? words.title

/** On a phone they stand in a line that is longer than the screen: the chosen one is brought into it. */
function Categories({
  subjects,
  selected,
}: {
  subjects: readonly Subject[]
  selected: string | null
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && here)
      list.current.scrollLeft = here.offsetLeft - (list.current.clientWidth - here.offsetWidth) / 2
  }, [selected])
  return (
    <nav aria-label={words.categories} className="mt-5">
      <ul
        ref={list}
        className="relative bleed flex gap-2 overflow-x-auto [scrollbar-width:none] md:flex-wrap"
      >
        {subjects.map(({ id, code, name }) => (
          <li key={id}>
            <ChipLink to={categoryFaqsPath(code)} selected={code === selected} preventScrollReset>
              {name}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Nothing({ q }: { q: string }) {
  return (
    <EmptyState
      icon={q ? 'search' : 'info'}
      title={q ? words.no_match(q) : words.empty}
      heading="h3"
      actions={
        <ButtonLink to={newInquiryPath} look="primary" icon="chat">
          {words.ask}
        </ButtonLink>
      }
    >
      {q ? words.no_match_detail : words.empty_detail}
    </EmptyState>
  )
}
