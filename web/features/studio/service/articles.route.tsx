import {
  studio_support as calls,
  type EditableFaq,
  type EditableNotice,
} from '#contract/customer-services/staff.ts'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { ListTable } from '#web/features/studio/list/list-table.tsx'
import { ChipRow } from '#web/features/studio/list/list-controls.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { QueryTable } from '#web/features/studio/list/query-table.tsx'
import { formatPaddedDate } from '#web/lib/format.ts'
import { studioNoticesPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { MoveButtons, moveItem } from '#web/ui/forms/move-buttons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Switch } from '#web/ui/forms/form-controls.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { FaqEditor, NoticeEditor } from './article-editors.tsx'
import { studioServiceMessages } from './messages.ko.ts'
import { articleErrorMessage, faqsQuery } from './queries.ts'

const messages = studioServiceMessages.articles

/** Notices and FAQs. The selected tab and the edited article are in the address. */
export default function ArticlesPage() {
  const [params] = useSearchParams()
  const isFaqs = params.get('kind') === 'faqs'
  const subject = Number(params.get('subject')) || 1
  const edited = params.get('edit')
  const list = isFaqs ? subjectPath(subject) : studioNoticesPath
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
            { key: 'faqs', to: subjectPath(1), title: messages.faqs, selected: isFaqs },
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
    reordering.submit({ body: { subject_id: subject, ids: moveItem(ids, ids.indexOf(id), by) } })
  }

  const columns: readonly Column<EditableFaq>[] = [
    titleColumn(
      messages.question,
      ({ is_top }) => is_top && messages.is_top,
      ({ id }) => subjectPath(subject, `&edit=${id}`),
    ),
    {
      key: 'order',
      title: messages.order,
      cell: ({ id, title }) => (
        <span className="-my-2 -ml-3 flex">
          <MoveButtons
            name={title}
            index={rows.findIndex((row) => row.id === id)}
            count={rows.length}
            onMove={(by) => move(id, by)}
          />
        </span>
      ),
    },
    visibilityColumn(studioKeys.faqs(), (id, body) =>
      call(calls.updateFaq, { params: { id }, body }),
    ),
  ]

  return (
    <>
      <ChipRow
        label={messages.subject}
        chips={(faqs.data?.subjects ?? []).map(({ id, name }) => ({
          key: id,
          to: subjectPath(id),
          title: name,
          selected: id === subject,
        }))}
      />
      <QueryTable
        label={messages.list_faqs}
        query={faqs}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        busy={reordering.isPending}
        empty={<EmptyState {...emptyTexts}>{emptyTexts.detail}</EmptyState>}
      />
    </>
  )
}

/** All notices, hidden ones included. */
function NoticeArticles() {
  const list = useList({
    endpoint: calls.listEditableNotices,
    path: studioNoticesPath,
    queryKey: studioKeys.notices,
  })
  return (
    <ListTable
      list={list}
      label={messages.list_notices}
      columns={noticeColumns}
      keyOf={({ id }) => id}
      empty={emptyTexts}
    />
  )
}

type Text = { id: number; title: string; is_hidden: boolean; version: number }

const emptyTexts = {
  icon: 'document',
  title: messages.empty,
  detail: messages.empty_detail,
} as const

/** The column that links to the editor, with a badge before the title. */
const titleColumn = <T extends Text>(
  title: string,
  badgeOf: (text: T) => string | false,
  hrefOf: (text: T) => string,
): Column<T> => ({
  key: 'title',
  title,
  className: 'md:w-full',
  cell: (text) => (
    <Link
      to={hrefOf(text)}
      className={`-my-3 flex min-h-11 items-baseline gap-2 py-3 font-semibold hover:text-accent-bright ${text.is_hidden ? 'text-foreground-subtle' : ''}`}
    >
      {badgeOf(text) && (
        <span className="shrink-0">
          <Badge tone="accent_subtle">{badgeOf(text)}</Badge>
        </span>
      )}
      <span className="min-w-0 break-keep wrap-anywhere">{text.title}</span>
    </Link>
  ),
})

/** The column of the switch that shows or hides an article. */
const visibilityColumn = <T extends Text>(
  invalidates: QueryKey,
  change: (id: number, changes: { version: number; is_hidden: boolean }) => Promise<unknown>,
): Column<T> => ({
  key: 'state',
  title: messages.state,
  className: 'whitespace-nowrap',
  cell: ({ id, title, is_hidden, version }) => (
    <VisibilitySwitch
      title={title}
      is_hidden={is_hidden}
      invalidates={invalidates}
      change={(to) => change(id, { version, is_hidden: to })}
    />
  ),
})

const noticeColumns: readonly Column<EditableNotice>[] = [
  titleColumn(
    messages.name,
    ({ is_pinned }) => is_pinned && messages.pinned,
    ({ id }) => `${studioNoticesPath}?edit=${id}`,
  ),
  {
    key: 'date',
    title: messages.date,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatPaddedDate(created_at)}</time>,
  },
  visibilityColumn(studioKeys.notices(), (id, body) =>
    call(calls.updateNotice, { params: { id }, body }),
  ),
]

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
