import type { CampaignStatus } from '#contract/studio/marketing.ts'
import { Badge, type BadgeTone } from '#web/ui/base/badge.tsx'
import { campaignMessages as messages } from './messages.ko.ts'

const tones: Readonly<Record<CampaignStatus, BadgeTone>> = {
  draft: 'neutral',
  scheduled: 'accent_subtle',
  sending: 'accent',
  sent: 'success',
}

export const CampaignStatusBadge = ({ status }: { status: CampaignStatus }) => (
  <Badge tone={tones[status]}>{messages.statuses[status]}</Badge>
)
