import { accountsCopy } from '#web/copy/accounts.ts'
import { points } from '#web/copy/format.ts'
import { useAuth } from '#web/data/auth.ts'
import { pointsQuery } from '#web/data/money.ts'
import { queryClient } from '#web/data/queries.tsx'
import { customerServicePath, homePath, mypagePath, profilePath } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Menu } from '@base-ui/react/menu'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { logOut } from './log-out.ts'
import { cornerShape, Face } from './member-face.tsx'

const words = accountsCopy.menu

const ways: { to: string; icon: IconName; title: string }[] = [
  { to: mypagePath, icon: 'home', title: words.mypage },
  { to: `${mypagePath}/wishlist`, icon: 'heart', title: words.wishlist },
  { to: `${mypagePath}/purchased`, icon: 'reel', title: words.purchased },
  { to: `${mypagePath}/points`, icon: 'star', title: words.points },
  { to: profilePath, icon: 'person', title: words.profile },
  { to: customerServicePath, icon: 'chat', title: words.help },
]

const row =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-base outline-none data-highlighted:bg-surface-3'

/** Who is signed in, and his ways. Comes with its library only where somebody is. */
export function MemberMenu() {
  const { user } = useAuth()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const corner = useRef<HTMLDivElement>(null)
  const leave = () => (pathname.startsWith(mypagePath) ? navigate(homePath) : undefined)
  return (
    <Menu.Root>
      <Menu.Trigger className={cornerShape}>
        <Face user={user} />
      </Menu.Trigger>
      {/* Within the header, which is a landmark; at the end of the page it would be in none. */}
      <div ref={corner} />
      <Menu.Portal container={corner}>
        <Menu.Positioner sideOffset={6} align="end" className="z-50">
          <Menu.Popup className="w-64 rounded-xl bg-surface-2 p-1.5 shadow-float outline-none">
            <div className="flex items-center gap-3 px-3 pt-2.5 pb-3">
              <Avatar name={user.username} image={user.profile_image} />
              <div className="min-w-0">
                <p className="truncate font-bold">{user.username}</p>
                <p className="truncate text-sm text-paper-3">{user.email}</p>
              </div>
            </div>
            <div className="mb-1.5 border-b border-line" />
            {ways.map(({ to, icon, title }) => (
              <Menu.Item key={to} className={row} render={<Link to={to} />}>
                <Icon name={icon} className="size-4.5 text-paper-3" />
                {title}
                {title === words.points && <PointBalance />}
              </Menu.Item>
            ))}
            <div className="my-1.5 border-b border-line" />
            <Menu.Item className={row} onClick={() => void logOut(leave)}>
              <Icon name="share" className="size-4.5 rotate-90 text-paper-3" />
              {words.logout}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Read when the menu opens: the account as checked at startup is older than purchases, top-ups and refunds. */
function PointBalance() {
  // The header stands outside the pages that provide the client.
  const { data } = useQuery(pointsQuery, queryClient)
  return (
    data && (
      <span className="ml-auto text-sm font-semibold text-gam-bright tabular-nums">
        {points(data.event_point + data.paid_point)}
      </span>
    )
  )
}
