import { accountsCopy } from '#web/copy/accounts.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { WaysIn } from '#web/features/login/ways-in.tsx'
import { readWall } from '#web/features/login/read-wall.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/accounts.ts'

const words = accountsCopy.index

export async function loader({ context }: Route.LoaderArgs) {
  return { posters: await readWall(context.get(loaderCall)) }
}

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: words.title,
    description: words.description,
    path: location.pathname,
    hidden: true,
  })
}

export default function Accounts({ loaderData }: Route.ComponentProps) {
  return <WaysIn posters={loaderData.posters} />
}
