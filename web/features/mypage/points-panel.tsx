import type { PointBalance } from '#contract/transactions/transactions.ts'
import { count, monthDay, points } from '#web/copy/format.ts'
import { mypageCopy } from '#web/copy/mypage.ts'
import { pointsQuery } from '#web/data/money.ts'
import { pointsPath } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { Panel } from './panel.tsx'

/** Both balances, what expires first within 30 days (D-54), and the link to top up. */
export function PointsPanel() {
  const balance = useQuery(pointsQuery)
  return (
    <Panel
      title={mypageCopy.points}
      more={
        <ButtonLink to={pointsPath} className="-my-1.5 px-4 text-sm">
          {mypageCopy.top_up}
        </ButtonLink>
      }
    >
      {balance.data && <Balance balance={balance.data} />}
      {balance.isPending && <Waiting />}
      {balance.isError && !balance.data && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-base">{mypageCopy.points_failed}</p>
          <Button icon="retry" busy={balance.isFetching} onClick={() => void balance.refetch()}>
            {mypageCopy.retry}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function Balance({ balance: { paid_point, event_point, expiring } }: { balance: PointBalance }) {
  const soonest = expiring[0]
  return (
    <>
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
    </>
  )
}

function Waiting() {
  return (
    <div aria-hidden="true" className="[--color-surface:var(--color-surface-2)]">
      <div className="shimmer h-9 w-28 rounded-sm" />
      <div className="shimmer mt-3 h-10 w-40 rounded-sm" />
    </div>
  )
}
