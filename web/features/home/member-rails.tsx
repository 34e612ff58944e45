import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { OpenedAlertsRail } from './opened-alerts-rail.tsx'
import { PersonalRows } from './personal-rows.tsx'

/** The rails of home for a member, after 이어보기. */
export function MemberRails() {
  return (
    <MemberQueryProvider>
      <OpenedAlertsRail />
      <PersonalRows />
    </MemberQueryProvider>
  )
}
