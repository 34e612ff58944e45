import type { User } from '#contract/accounts/accounts.ts'
import { count, monthDay, points } from '#web/copy/format.ts'
import { mypageCopy } from '#web/copy/mypage.ts'
import { pointsQuery } from '#web/data/money.ts'
import { pointsPath } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { Panel } from './panel.tsx'

/** Both balances, what lapses first within 30 days (D-54), and the way to more. */
export function PointsPanel({ user }: { user: User }) {
  const { data } = useQuery(pointsQuery)
  // What the check of the session said stands until the books answer.
  const { paid_point, event_point } = data ?? user
  const soonest = data?.expiring[0]
  return (
    <Panel
      title={mypageCopy.points}
      more={
        <ButtonLink to={pointsPath} className="-my-1.5 px-4 text-sm">
          {mypageCopy.top_up}
        </ButtonLink>
      }
    >
      <p className="figures text-3xl font-extrabold">
        {count(paid_point + event_point)}
        <span className="ml-0.5 text-xl text-gam">P</span>
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-3 text-sm">
        {(
          [
            [mypageCopy.paid_point, paid_point],
            [mypageCopy.event_point, event_point],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt className="text-paper-3">{name}</dt>
            <dd className="figures font-semibold">{points(value)}</dd>
          </div>
        ))}
      </dl>
      {soonest && (
        <p className="mt-3 flex items-center gap-2 text-sm text-gam-bright tabular-nums">
          <Icon name="clock" className="size-4" />
          {mypageCopy.expiring(soonest.amount, monthDay(soonest.expires_at))}
        </p>
      )}
    </Panel>
  )
}
