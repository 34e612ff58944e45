import {
  studio_marketing,
  type SurveyComment,
  type SurveyMonth,
} from '#contract/accounts/staff/marketing.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { ListContent } from '#web/features/studio/list/list-content.tsx'
import { QueryTable, TableSection } from '#web/features/studio/list/query-table.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { formatDate } from '#web/lib/format.ts'
import { studioDeletionSurveysPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { surveyMessages as messages } from './messages.ko.ts'
import { surveyMonthsQuery } from './queries.ts'

const reasons = ['service_problem', 'less_function', 'high_price'] as const
const figures = ['count', ...reasons, 'no_reason'] as const

/** Why members deleted their accounts: reasons by month, and comments, newest first. */
export default function DeletionSurveysPage() {
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <Months />
      <Comments />
    </>
  )
}

function Months() {
  const months = useQuery(surveyMonthsQuery)
  const rows = months.data?.results.toReversed() ?? []
  const max = Math.max(0, ...rows.map(({ count }) => count))
  const columns: readonly Column<SurveyMonth>[] = [
    {
      key: 'month',
      title: messages.month,
      className: 'whitespace-nowrap max-md:font-semibold',
      cell: ({ month }) => <time dateTime={month}>{messages.month_label(month)}</time>,
    },
    ...figures.map((name): Column<SurveyMonth> => ({
      key: name,
      title: name === 'count' ? messages.count : messages.reasons[name],
      className: 'md:w-1/6',
      cell: (row) => <Bar value={row[name]} max={max} isTotal={name === 'count'} />,
    })),
  ]
  return (
    <TableSection title={messages.months} note={messages.months_note}>
      <QueryTable
        label={messages.months}
        query={months}
        skeletonRows={12}
        columns={columns}
        rows={max === 0 ? [] : rows}
        keyOf={({ month }) => month}
        empty={
          <EmptyState icon="info" title={messages.none} heading="h3">
            {messages.none_detail}
          </EmptyState>
        }
      />
    </TableSection>
  )
}

/** A number with a bar as long as its share of the largest month. */
function Bar({ value, max, isTotal }: { value: number; max: number; isTotal: boolean }) {
  return (
    <div className="min-w-24">
      <span className="tabular-nums">{messages.people(value)}</span>
      <span aria-hidden="true" className="mt-1 block h-2 rounded-full bg-surface-raised">
        <span
          className={`block h-full rounded-full ${isTotal ? 'bg-control-border' : 'bg-accent'}`}
          style={{ width: `${(value / max) * 100}%` }}
        />
      </span>
    </div>
  )
}

function Comments() {
  const list = useList({
    endpoint: studio_marketing.listSurveyComments,
    path: studioDeletionSurveysPath,
    queryKey: (page) => studioKeys.deletionSurveys('comments', page),
  })
  return (
    <section aria-labelledby="comments-title" className="mt-12">
      <h2 id="comments-title" className="mb-4 text-lg font-bold">
        {messages.comments}
      </h2>
      <ListContent
        list={list}
        label={messages.comments}
        empty={{
          icon: 'chat',
          title: messages.no_comments,
          detail: messages.no_comments_detail,
          heading: 'h3',
        }}
      >
        {(comments) => (
          <ul aria-labelledby="comments-title">
            {comments.map((comment) => (
              <Comment key={comment.id} comment={comment} />
            ))}
          </ul>
        )}
      </ListContent>
    </section>
  )
}

const Comment = ({ comment }: { comment: SurveyComment }) => (
  <li className="border-b border-border py-4">
    <p className="flex flex-wrap items-center gap-2 text-xs text-foreground-subtle">
      <time dateTime={comment.day} className="tabular-nums">
        {formatDate(comment.day)}
      </time>
      {reasons
        .filter((reason) => comment[reason])
        .map((reason) => (
          <Badge key={reason}>{messages.reasons[reason]}</Badge>
        ))}
    </p>
    <p className="mt-2 max-w-prose text-base break-keep whitespace-pre-line wrap-anywhere">
      {comment.user_comment}
    </p>
  </li>
)
