import type { CampaignSummary } from '#contract/studio/marketing.ts'
import type { Column } from '#web/features/studio/common/data-table.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { QueryTable } from '#web/features/studio/table/query-table.tsx'
import { formatCount, formatDateTime } from '#web/lib/format.ts'
import { studioCampaignPath, studioCampaignsPath } from '#web/routing/studio-paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { parsePageParam } from '#web/ui/layout/pagination.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { CampaignStatusBadge } from './campaign-detail.tsx'
import { campaignMessages as messages } from './messages.ko.ts'
import { campaignsQuery } from './queries.ts'

const pageSize = 20

const figureColumn = (key: 'audience' | 'sent' | 'unsubscribed'): Column<CampaignSummary> => ({
  key,
  title: messages.figures[key],
  numeric: true,
  className: 'whitespace-nowrap',
  cell: (campaign) => formatCount(campaign[key]),
})

const columns: readonly Column<CampaignSummary>[] = [
  {
    key: 'title',
    title: messages.name,
    bare: true,
    className: 'md:w-full',
    cell: ({ id, title }) => (
      <Link
        to={studioCampaignPath(id)}
        className="-my-3 flex min-h-11 items-baseline py-3 font-semibold break-keep wrap-anywhere hover:text-accent-bright"
      >
        {title}
      </Link>
    ),
  },
  {
    key: 'status',
    title: messages.status,
    className: 'whitespace-nowrap',
    cell: ({ status }) => <CampaignStatusBadge status={status} />,
  },
  {
    key: 'send_at',
    title: messages.send_at,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ send_at }) => send_at && <time dateTime={send_at}>{formatDateTime(send_at)}</time>,
  },
  figureColumn('audience'),
  figureColumn('sent'),
  figureColumn('unsubscribed'),
]

/** All campaigns, newest first. */
export default function CampaignsPage() {
  const [params] = useSearchParams()
  const page = parsePageParam(params.get('page'), 500)
  const campaigns = useQuery(campaignsQuery({ limit: pageSize, offset: (page - 1) * pageSize }))
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={messages.detail}
        actions={
          <ButtonLink to={studioCampaignPath('new')} variant="primary" icon="plus">
            {messages.add}
          </ButtonLink>
        }
      />
      <QueryTable
        label={messages.list}
        query={campaigns}
        choiceKey="campaigns"
        columns={columns}
        rows={campaigns.data?.results}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="mail" title={messages.empty}>
            {messages.empty_detail}
          </EmptyState>
        }
        pages={{
          ...{ page, count: campaigns.data?.count ?? 0, size: pageSize },
          hrefOf: (to) => `${studioCampaignsPath}?page=${to}`,
        }}
      />
    </>
  )
}
