import { accountsCopy } from '#web/copy/accounts.ts'
import { loaderCall } from '#web/data/loader-call.ts'
import { LoginPage } from '#web/features/login/login-page.tsx'
import { readWall } from '#web/features/login/read-wall.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/login.ts'

const words = accountsCopy.login

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

export default function Login({ loaderData }: Route.ComponentProps) {
  return <LoginPage posters={loaderData.posters} />
}
