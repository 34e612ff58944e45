import { studio_marketing, type CampaignSummary } from '#contract/accounts/staff/marketing.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { ListTable } from '#web/features/studio/list/list-table.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { formatCount, formatDateTime } from '#web/lib/format.ts'
import { studioCampaignPath, studioCampaignsPath } from '#web/routing/studio-paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Link } from 'react-router'
import { CampaignStatusBadge } from './campaign-detail.tsx'
import { campaignMessages as messages } from './messages.ko.ts'

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
  const list = useList({
    endpoint: studio_marketing.listCampaigns,
    path: studioCampaignsPath,
    queryKey: (page) => studioKeys.campaigns('list', page),
  })
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
      <ListTable
        list={list}
        label={messages.list}
        choiceKey="campaigns"
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ icon: 'mail', title: messages.empty, detail: messages.empty_detail }}
      />
    </>
  )
}
