import { endpoints } from '#contract/index.ts'
import type { EditableFaq, EditableNotice } from '#contract/studio/support.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import type { Column } from '#web/features/studio/common/data-table.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { ListPages, QueryTable } from '#web/features/studio/table/query-table.tsx'
import { formatPaddedDate } from '#web/lib/format.ts'
import { studioNoticesPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChipLink } from '#web/ui/forms/chip.tsx'
import { Switch } from '#web/ui/forms/form-controls.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { parsePageParam } from '#web/ui/layout/pagination.tsx'
import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { FaqEditor, NoticeEditor } from './article-editors.tsx'
import { studioServiceMessages } from './messages.ko.ts'
import { articleErrorMessage, faqsQuery, noticesQuery } from './queries.ts'

const messages = studioServiceMessages.articles
const { studio_support: calls } = endpoints

/** Notices and FAQs. The selected tab and the edited article are in the address. */
export default function ArticlesPage() {
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
  const reordering = useApiMutation(calls.reorderFaqs, {
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
        change={({ id }, body) => call(calls.updateFaq, { params: { id }, body })}
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
        change={({ id }, body) => call(calls.updateNotice, { params: { id }, body })}
      />
      <ListPages
        {...{ page, count: notices.data?.count ?? 0, size: pageSize }}
        hrefOf={(to) => `${studioNoticesPath}?page=${to}`}
      />
    </>
  )
}

type Text = { id: number; title: string; is_hidden: boolean; version: number }

/** Articles including hidden ones: the title links to the editor, the switch sets visibility. */
function ArticleTable<T extends Text>({
  label,
  query,
  rows,
  titleHeader,
  badgeOf,
  hrefOf,
  columns,
  invalidates,
  change,
  busy = false,
}: {
  label: string
  query: UseQueryResult
  rows: readonly T[]
  /** The header of the title column. */
  titleHeader: string
  /** A badge before the title. */
  badgeOf: (text: T) => string | false
  hrefOf: (text: T) => string
  /** Columns between title and visibility. */
  columns: readonly Column<T>[]
  /** Invalidated after a change. */
  invalidates: QueryKey
  change: (text: T, changes: { version: number; is_hidden: boolean }) => Promise<unknown>
  busy?: boolean
}) {
  const title: Column<T> = {
    key: 'title',
    title: titleHeader,
    className: 'md:w-full',
    cell: (text) => (
      <Link
        to={hrefOf(text)}
        className={`-my-3 flex min-h-11 items-baseline gap-2.5 py-3 font-semibold hover:text-accent-bright ${text.is_hidden ? 'text-foreground-subtle' : ''}`}
      >
        {badgeOf(text) && (
          <span className="shrink-0">
            <Badge tone="accent_subtle">{badgeOf(text)}</Badge>
          </span>
        )}
        <span className="min-w-0 break-keep wrap-anywhere">{text.title}</span>
      </Link>
    ),
  }
  const state: Column<T> = {
    key: 'state',
    title: messages.state,
    className: 'whitespace-nowrap',
    cell: (text) => (
      <VisibilitySwitch
        title={text.title}
        is_hidden={text.is_hidden}
        invalidates={invalidates}
        change={(is_hidden) => change(text, { version: text.version, is_hidden })}
      />
    ),
  }
  return (
    <QueryTable
      label={label}
      query={query}
      columns={[title, ...columns, state]}
      rows={rows}
      keyOf={({ id }) => id}
      busy={busy}
      empty={
        <EmptyState icon="document" title={messages.empty}>
          {messages.empty_detail}
        </EmptyState>
      }
    />
  )
}

/** Toggles the visibility of an article at once. */
function VisibilitySwitch({
  title,
  is_hidden,
  invalidates,
  change,
}: {
  title: string
  is_hidden: boolean
  /** Invalidated after a change. */
  invalidates: QueryKey
  change: (is_hidden: boolean) => Promise<unknown>
}) {
  const toggle = useApiMutation(() => change(!is_hidden), {
    toast: () => (is_hidden ? messages.shown_now : messages.hidden_now)(title),
    messageOf: articleErrorMessage,
    invalidates: [invalidates],
  })
  return (
    <div className="-my-2 w-fit">
      <Switch
        label={
          <span className={`w-8 text-sm ${is_hidden ? 'text-foreground-subtle' : ''}`}>
            <span className="sr-only">{title}: </span>
            {is_hidden ? messages.hidden : messages.shown}
          </span>
        }
        checked={!is_hidden}
        aria-disabled={toggle.isPending}
        onChange={() => toggle.submit()}
      />
    </div>
  )
}
