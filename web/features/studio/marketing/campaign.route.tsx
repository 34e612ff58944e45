import { isApiError } from '#web/api/api-errors.ts'
import { QueryContent } from '#web/features/studio/table/query-table.tsx'
import { studioCampaignsPath } from '#web/routing/studio-paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Route } from './+types/campaign.route.ts'
import { CampaignDetail } from './campaign-detail.tsx'
import { CampaignEditor } from './campaign-editor.tsx'
import { studioMessages } from '../common/messages.ko.ts'
import { campaignMessages as messages } from './messages.ko.ts'
import { campaignQuery } from './queries.ts'

/** Milliseconds between polls while mails are being sent; deliveries publish no events. */
const pollIntervalMs = 5_000

/** A campaign: the editor while it is a draft or new, its figures once it is scheduled. */
export default function CampaignPage({ params: { campaignId } }: Route.ComponentProps) {
  return campaignId === 'new' ? (
    <CampaignEditor key="new" campaign={null} />
  ) : (
    <ExistingCampaign key={campaignId} id={Number(campaignId) || 0} />
  )
}

function ExistingCampaign({ id }: { id: number }) {
  const query = useQuery({
    ...campaignQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? pollIntervalMs : false),
  })
  if (isApiError(query.error, 'not_found'))
    return (
      <EmptyState
        icon="mail"
        heading="h1"
        title={messages.gone}
        actions={<ButtonLink to={studioCampaignsPath}>{studioMessages.back_to_list}</ButtonLink>}
      >
        {messages.gone_detail}
      </EmptyState>
    )
  return (
    <QueryContent query={query} keepsData>
      {(campaign) => (
        <FocusOnSwitch value={campaign.status === 'draft'}>
          {campaign.status === 'draft' ? (
            <CampaignEditor campaign={campaign} />
          ) : (
            <CampaignDetail campaign={campaign} />
          )}
        </FocusOnSwitch>
      )}
    </QueryContent>
  )
}

/** Moves the focus to its beginning when `value` changes, because the element that had it was removed. */
function FocusOnSwitch({ value, children }: { value: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (shown.current !== value) box.current?.focus()
    shown.current = value
  }, [value])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
