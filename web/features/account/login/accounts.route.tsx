import { loginMessages } from './messages.ko.ts'
import { apiContext } from '#web/routing/loader-helpers.ts'
import { loadPosterWall } from './load-poster-wall.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { Route } from './+types/accounts.route.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { useRedirectPath } from '#web/routing/login-redirect.ts'
import { recoverIdPath, recoverPasswordPath, joinPath } from '#web/routing/account-paths.ts'
import { homePath, loginPath, mypagePath, withRedirect } from '#web/routing/paths.ts'
import { ProfileAvatar } from '#web/features/account/profiles/profile-avatar.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { Link } from 'react-router'
import { PosterWallLayout } from './poster-wall-layout.tsx'
import { logOut } from '#web/session/log-out.ts'

const messages = loginMessages.index

export async function loader({ context }: Route.LoaderArgs) {
  return { posters: await loadPosterWall(context.get(apiContext)) }
}

export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: messages.title,
    description: messages.description,
    path: location.pathname,
    noindex: true,
  })
}

type AccountLink = { to: string; icon: IconName; title: string; detail: string }

/** `/accounts`: links to log in, join and recover, or the account of a member. */
export default function Accounts({ loaderData: { posters } }: Route.ComponentProps) {
  const { state, user } = useAuth()
  const next = useRedirectPath()
  if (state === 'signed_in')
    return (
      <PosterWallLayout
        posters={posters}
        title={messages.member_title}
        lead={messages.member_lead(user.username)}
        detail={messages.member_detail}
      >
        <MemberAccount />
      </PosterWallLayout>
    )
  const { links: linkMessages } = messages
  const links: AccountLink[] = [
    { to: withRedirect(loginPath, next), icon: 'person', ...linkMessages.login },
    { to: withRedirect(joinPath, next), icon: 'plus', ...linkMessages.join },
    { to: recoverIdPath, icon: 'mail', ...linkMessages.recover_id },
    { to: recoverPasswordPath, icon: 'lock', ...linkMessages.recover_password },
  ]
  return (
    <PosterWallLayout
      posters={posters}
      title={messages.title}
      lead={messages.lead}
      detail={messages.detail}
    >
      <ul className="space-y-3">
        {links.map((link, index) => (
          <li key={link.to}>
            <AccountLinkCard link={link} isPrimary={index === 0} />
          </li>
        ))}
      </ul>
    </PosterWallLayout>
  )
}

function AccountLinkCard({ link, isPrimary }: { link: AccountLink; isPrimary: boolean }) {
  return (
    <Link
      to={link.to}
      className={`flex min-h-18 items-center gap-4 rounded-sheet px-4 py-3 transition-colors duration-(--duration-fast) ${isPrimary ? 'bg-accent text-on-accent hover:bg-accent-bright' : 'bg-surface inset-ring inset-ring-border hover:bg-surface-raised'}`}
    >
      <span
        className={`flex size-11 shrink-0 items-center justify-center rounded-full ${isPrimary ? 'bg-on-accent/12' : 'bg-accent-subtle text-accent'}`}
      >
        <Icon name={link.icon} className="size-6" />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-lg font-bold">{link.title}</span>
        <span className={`block text-sm ${isPrimary ? '' : 'text-foreground-muted'}`}>
          {link.detail}
        </span>
      </span>
      <Icon name="chevron_right" className="size-5" />
    </Link>
  )
}

function MemberAccount() {
  const { user } = useAuth()
  const loggingOut = useAsyncAction(() => logOut())
  return (
    <div className="panel p-5">
      <div className="flex items-center gap-4">
        {user.profile && <ProfileAvatar profile={user.profile} size="lg" />}
        <div className="min-w-0">
          <p className="truncate text-lg font-bold">{user.username}</p>
          <p className="truncate text-sm text-foreground-muted">{user.email}</p>
        </div>
      </div>
      <div className="mt-5 grid gap-2">
        <ButtonLink to={mypagePath} variant="primary" size="lg" icon="person">
          {messages.to_mypage}
        </ButtonLink>
        <ButtonLink to={homePath} size="lg" icon="play">
          {messages.to_home}
        </ButtonLink>
        <Button variant="ghost" busy={loggingOut.isPending} onClick={() => loggingOut.run()}>
          {messages.logout}
        </Button>
      </div>
    </div>
  )
}
