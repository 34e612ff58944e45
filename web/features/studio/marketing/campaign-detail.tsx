import { endpoints } from '#contract/index.ts'
import type { Campaign, CampaignStatus } from '#contract/accounts/staff/marketing.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { BackLink, PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { studioCampaignsPath } from '#web/routing/studio-paths.ts'
import { Badge, type BadgeTone } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { campaignMessages } from './messages.ko.ts'
import { campaignQuery, previewQuery } from './queries.ts'
import { studioKeys } from '../query-keys.ts'

const messages = campaignMessages.campaign
const { studio_marketing: calls } = endpoints
const figureNames = ['audience', 'sent', 'queued', 'failed', 'unsubscribed'] as const

/** A scheduled, sending or sent campaign with its figures. */
export function CampaignDetail({ campaign }: { campaign: Campaign }) {
  const { title, status, send_at, completed_at } = campaign
  return (
    <>
      <BackLink to={studioCampaignsPath} />
      <PageHeader
        title={title}
        detail={
          <span className="flex flex-wrap items-center gap-2">
            <CampaignStatusBadge status={status} />
            {completed_at
              ? messages.completed(completed_at)
              : send_at &&
                (status === 'scheduled' ? messages.waits(send_at) : messages.began(send_at))}
          </span>
        }
        actions={status === 'scheduled' && <CancelButton id={campaign.id} />}
      />
      {status !== 'scheduled' && <Figures campaign={campaign} />}
      <Audience campaign={campaign} />
      <CampaignPreview campaign={campaign} />
    </>
  )
}

function CancelButton({ id }: { id: number }) {
  const cancel = useApiMutation(calls.cancelCampaign, {
    toast: messages.cancelled,
    messageOf: (error) => (isApiError(error, 'conflict') ? messages.too_late : errorMessage(error)),
    onSuccess: (result, _, client) => client.setQueryData(campaignQuery(id).queryKey, result),
    invalidates: [studioKeys.campaigns()],
  })
  async function ask() {
    const isConfirmed = await confirmDialog({
      title: messages.cancel_title,
      message: messages.cancel_detail,
      confirmLabel: messages.cancel,
      cancelLabel: campaignMessages.back_to_campaign,
    })
    if (isConfirmed) cancel.submit({ params: { id } })
  }
  return (
    <Button variant="danger" busy={cancel.isPending} onClick={() => void ask()}>
      {messages.cancel}
    </Button>
  )
}

function Figures({ campaign }: { campaign: Campaign }) {
  return (
    <section aria-label={messages.figures}>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-5">
        {figureNames.map((name) => (
          <div key={name} className="panel px-4 py-4">
            <dt className="text-xs text-foreground-subtle">{campaignMessages.figures[name]}</dt>
            <dd className="mt-1 text-xl font-extrabold tabular-nums">
              {campaignMessages.people(campaign[name])}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-xs text-foreground-subtle">{messages.skipped}</p>
    </section>
  )
}

function Audience({ campaign }: { campaign: Campaign }) {
  const { joined_from, joined_to, has_plan, watched_within_days, not_watched_for_days } = campaign
  const conditions = [
    (joined_from !== null || joined_to !== null) && messages.joined(joined_from, joined_to),
    has_plan !== null && messages.has_plan(has_plan),
    watched_within_days !== null && messages.watched_within(watched_within_days),
    not_watched_for_days !== null && messages.not_watched_for(not_watched_for_days),
  ].filter((condition) => condition !== false)
  return (
    <section aria-labelledby="audience-title" className="mt-8">
      <h2 id="audience-title" className="mb-2 text-lg font-bold">
        {messages.audience}
      </h2>
      <p className="text-base text-foreground-muted">
        {conditions.length > 0 ? conditions.join(' · ') : messages.everyone}
      </p>
    </section>
  )
}

/** The mail as its recipients get it, in a frame without scripts and without the page's styles. */
export function CampaignPreview({ campaign }: { campaign: Pick<Campaign, 'id' | 'version'> }) {
  const preview = useQuery(previewQuery(campaign))
  return (
    <section aria-labelledby="preview-title" className="mt-8">
      <h2 id="preview-title" className="mb-3 text-lg font-bold">
        {messages.preview}
      </h2>
      {preview.data ? (
        <>
          <p className="mb-3 rounded-card bg-surface px-4 py-3 text-sm break-keep wrap-anywhere">
            <span className="mr-2 text-foreground-subtle">{messages.subject}</span>
            <span className="font-semibold">{preview.data.subject}</span>
          </p>
          <iframe
            title={messages.preview}
            sandbox=""
            srcDoc={preview.data.html}
            className="h-144 w-full rounded-sheet border border-border"
          />
        </>
      ) : preview.isError ? (
        <ErrorState isRetrying={preview.isFetching} onRetry={() => void preview.refetch()} />
      ) : (
        <div aria-hidden="true" className="shimmer h-144 rounded-card" />
      )}
    </section>
  )
}

const statusTones: Readonly<Record<CampaignStatus, BadgeTone>> = {
  draft: 'neutral',
  scheduled: 'accent_subtle',
  sending: 'accent',
  sent: 'success',
}

export const CampaignStatusBadge = ({ status }: { status: CampaignStatus }) => (
  <Badge tone={statusTones[status]}>{campaignMessages.statuses[status]}</Badge>
)
