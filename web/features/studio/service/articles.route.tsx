import { studioServiceMessages } from './messages.ko.ts'
import { studioNoticesPath } from '#web/routing/studio-paths.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { ButtonLink, IconButton } from '#web/ui/base/button.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useSearchParams } from 'react-router'
import { FaqEditor, NoticeEditor } from './article-editors.tsx'
import { endpoints } from '#contract/index.ts'
import type { EditableFaq, EditableNotice } from '#contract/studio/support.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { articleErrorMessage, faqsQuery, noticesQuery } from './queries.ts'
import { ArticleTable } from './article-table.tsx'
import { formatPaddedDate } from '#web/lib/format.ts'
import { pageCount, parsePageParam } from '#web/ui/layout/page-numbers.ts'
import { Pagination } from '#web/ui/layout/pagination.tsx'

export default ArticlesPage

const messages = studioServiceMessages.articles

/** Notices and FAQs. The selected tab and the edited article are in the address. */
function ArticlesPage() {
  const [params] = useSearchParams()
  const isFaqs = params.get('kind') === 'faqs'
  const subject = Number(params.get('subject')) || 1
  const edited = params.get('edit')
  const list = isFaqs ? `${studioNoticesPath}?kind=faqs&subject=${subject}` : studioNoticesPath
  if (edited !== null) {
    const id = Number(edited) || null
    return isFaqs ? (
      <FaqEditor key={edited} id={id} subject={subject} backPath={list} />
    ) : (
      <NoticeEditor key={edited} id={id} backPath={list} />
    )
  }
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={messages.detail}
        actions={
          <ButtonLink to={`${list}${isFaqs ? '&' : '?'}edit=new`} variant="primary" icon="plus">
            {isFaqs ? messages.add_faq : messages.add_notice}
          </ButtonLink>
        }
      />
      <div className="mb-4">
        <NavTabs
          label={messages.tabs}
          tabs={[
            { key: 'notices', to: studioNoticesPath, title: messages.notices, selected: !isFaqs },
            {
              ...{ key: 'faqs', to: `${studioNoticesPath}?kind=faqs` },
              ...{ title: messages.faqs, selected: isFaqs },
            },
          ]}
        />
      </div>
      {isFaqs ? <FaqArticles subject={subject} /> : <NoticeArticles />}
    </>
  )
}

const subjectPath = (subject: number, more = '') =>
  `${studioNoticesPath}?kind=faqs&subject=${subject}${more}`

/** The questions of a subject in their public order. */
function FaqArticles({ subject }: { subject: number }) {
  const faqs = useQuery(faqsQuery(subject))
  const rows = faqs.data?.results ?? []
  const reordering = useApiMutation(endpoints.studio_support.reorderFaqs, {
    toast: messages.reordered,
    messageOf: articleErrorMessage,
    onSuccess: (results, _, client) =>
      client.setQueryData(faqsQuery(subject).queryKey, (list) => list && { ...list, results }),
    onError: (_, __, client) => client.invalidateQueries({ queryKey: studioKeys.faqs() }),
  })

  function move(id: number, by: -1 | 1) {
    const ids = rows.map((row) => row.id)
    const index = ids.indexOf(id)
    reordering.submit({
      body: { subject_id: subject, ids: ids.toSpliced(index, 1).toSpliced(index + by, 0, id) },
    })
  }

  return (
    <>
      <nav
        aria-label={messages.subject}
        className="-mx-4 mb-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
      >
        {faqs.data?.subjects.map(({ id, name }) => (
          <ChipLink key={id} to={subjectPath(id)} selected={id === subject}>
            {name}
          </ChipLink>
        ))}
      </nav>
      <ArticleTable<EditableFaq>
        label={messages.list_faqs}
        query={faqs}
        rows={rows}
        titleHeader={messages.question}
        badgeOf={({ is_top }) => is_top && messages.is_top}
        hrefOf={({ id }) => subjectPath(subject, `&edit=${id}`)}
        columns={[
          {
            key: 'order',
            title: messages.order,
            cell: ({ id, title }) => (
              <span className="-my-2.5 -ml-3 flex">
                <IconButton
                  icon="chevron_up"
                  label={messages.up(title)}
                  disabled={rows[0]?.id === id}
                  onClick={() => move(id, -1)}
                />
                <IconButton
                  icon="chevron_down"
                  label={messages.down(title)}
                  disabled={rows.at(-1)?.id === id}
                  onClick={() => move(id, 1)}
                />
              </span>
            ),
          },
        ]}
        invalidates={studioKeys.faqs()}
        change={({ id }, body) =>
          call(endpoints.studio_support.updateFaq, { params: { id }, body })
        }
        busy={reordering.isPending}
      />
    </>
  )
}

const pageSize = 20

/** All notices, hidden ones included. */
function NoticeArticles() {
  const [params] = useSearchParams()
  const page = parsePageParam(params.get('page'), 500)
  const notices = useQuery(noticesQuery({ limit: pageSize, offset: (page - 1) * pageSize }))
  const count = notices.data?.count ?? 0
  return (
    <>
      <ArticleTable<EditableNotice>
        label={messages.list_notices}
        query={notices}
        rows={notices.data?.results ?? []}
        titleHeader={messages.name}
        badgeOf={({ is_pinned }) => is_pinned && messages.pinned}
        hrefOf={({ id }) => `${studioNoticesPath}?edit=${id}`}
        columns={[
          {
            key: 'date',
            title: messages.date,
            className: 'whitespace-nowrap tabular-nums',
            cell: ({ created_at }) => (
              <time dateTime={created_at}>{formatPaddedDate(created_at)}</time>
            ),
          },
        ]}
        invalidates={studioKeys.notices()}
        change={({ id }, body) =>
          call(endpoints.studio_support.updateNotice, { params: { id }, body })
        }
      />
      {count > pageSize && (
        <div className="mt-4">
          <Pagination
            page={page}
            pages={pageCount(count, pageSize)}
            hrefOf={(to) => `${studioNoticesPath}?page=${to}`}
          />
        </div>
      )}
    </>
  )
}
