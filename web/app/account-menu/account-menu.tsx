import { lazyOrNothing } from '#web/ui/base/lazy.tsx'
import { menuRow } from './account-menu-row.ts'
import { accountMenuMessages as messages } from './account-menu.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import {
  manageProfilesPath,
  profilesPath,
  customerServicePath,
  historyPath,
  pointsPath,
  profilePath,
} from '#web/routing/account-paths.ts'
import { homePath, mypagePath } from '#web/routing/paths.ts'
import { ProfileAvatar } from '#web/features/account/profiles/profile-avatar.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import {
  Suspense,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
} from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { logOut } from '#web/session/log-out.ts'
import type { User } from '#contract/accounts/accounts.ts'
import type { SelectedProfile } from '#contract/accounts/profile-fields.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { sessionMessages } from '#web/session/messages.ko.ts'

/** Loaded when the menu first opens, since most pages do not load the query client. Omitted if it fails to load. */
const PointBalance = lazyOrNothing(() =>
  import('./menu-member-parts.tsx').then(({ PointBalance }) => PointBalance),
)

/** Loaded after the menu, which is part of the first visit. */
const NotificationBell = lazyOrNothing(() =>
  import('./notification-bell.tsx').then(({ NotificationBell }) => NotificationBell),
)

/** Loaded with the query client, as the balance is. */
const MenuProfiles = lazyOrNothing(() =>
  import('./menu-member-parts.tsx').then(({ MenuProfiles }) => MenuProfiles),
)

const wishlist = { to: `${mypagePath}/wishlist`, icon: 'heart', title: messages.wishlist } as const
const help = { to: customerServicePath, icon: 'chat', title: messages.help } as const

type MenuItem = { to: string; icon: IconName; title: string }

const items: readonly MenuItem[] = [
  { to: mypagePath, icon: 'home', title: messages.mypage },
  wishlist,
  { to: `${mypagePath}/purchased`, icon: 'film_reel', title: messages.purchased },
  { to: pointsPath, icon: 'star', title: messages.points },
  { to: profilePath, icon: 'document', title: messages.profile },
  help,
]

/** The links that a children's profile may open. */
const childItems: readonly MenuItem[] = [
  { to: historyPath, icon: 'clock', title: messages.history },
  wishlist,
  help,
]

const consonants = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/** The pages of profiles. A children's profile manages none. */
const profileItems = ({ is_child }: SelectedProfile, hasOthers: boolean): readonly MenuItem[] => [
  ...(hasOthers
    ? [{ to: profilesPath, icon: 'grid' as const, title: messages.switch_profile }]
    : []),
  ...(is_child
    ? []
    : [{ to: manageProfilesPath, icon: 'person' as const, title: messages.manage_profiles }]),
]

/** Whether a text starts with a typed character, or its first syllable with a typed Korean consonant. */
function startsWith(text: string, key: string): boolean {
  const syllable = text.charCodeAt(0) - '가'.charCodeAt(0)
  return text.startsWith(key) || consonants[Math.floor(syllable / 588)] === key
}

/** The account menu: ARIA menu button pattern in a native popover. */
export function AccountMenu() {
  const { user } = useAuth()
  // Until one is selected, the page asks for it.
  return (
    user.profile && (
      <>
        <Suspense>
          <NotificationBell />
        </Suspense>
        <ProfileMenu user={user} profile={user.profile} />
      </>
    )
  )
}

/** Opening, focus and keys of the menu. */
function useMenu() {
  const popover = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  /** The element to focus when the menu opens: an item if it was opened by keyboard. */
  const initialFocus = useRef<'menu' | 'first' | 'last'>('menu')
  const [isOpen, setIsOpen] = useState(false)
  const menuItems = () => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ]
  const close = () => popover.current?.hidePopover()

  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    // The menu is focused a moment after it opens: keys pressed before that act on it as well.
    if (popover.current?.matches(':popover-open') && !['Enter', ' '].includes(event.key))
      return onMenuKeyDown(event)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    initialFocus.current = event.key === 'ArrowUp' ? 'last' : 'first'
    popover.current?.showPopover()
  }

  function onToggle(event: ToggleEvent) {
    // Not in `beforetoggle`: effects that a new state flushes may not show popovers there.
    setIsOpen(event.newState === 'open')
    if (event.newState !== 'open' || menu.current?.contains(document.activeElement)) return
    const target =
      initialFocus.current === 'menu'
        ? menu.current
        : menuItems().at(initialFocus.current === 'last' ? -1 : 0)
    // The heading above the items stays in view.
    target?.focus({ preventScroll: target === menu.current })
  }

  function onMenuKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const all = menuItems()
    const index = all.findIndex((item) => item === document.activeElement)
    switch (event.key) {
      case 'ArrowDown':
        all[(index + 1) % all.length]?.focus()
        break
      case 'ArrowUp':
        all.at(Math.max(index, 0) - 1)?.focus()
        break
      case 'Home':
        all.at(0)?.focus()
        break
      case 'End':
        all.at(-1)?.focus()
        break
      // The focus returns to the button, from which Tab moves it on.
      case 'Tab':
        return close()
      default: {
        if (event.key.length !== 1 || event.key === ' ') return
        const following = [...all.slice(index + 1), ...all.slice(0, index + 1)]
        following.find((item) => startsWith(item.textContent, event.key))?.focus()
      }
    }
    event.preventDefault()
  }

  return {
    popover,
    menu,
    isOpen,
    close,
    trigger: {
      onKeyDown,
      // `detail` is 0 for clicks by keyboard.
      onClick(event: MouseEvent) {
        initialFocus.current = event.detail === 0 ? 'first' : 'menu'
      },
    },
    onToggle,
    onMenuKeyDown,
  }
}

function ProfileMenu({ user, profile }: { user: User; profile: SelectedProfile }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const id = useId()
  const { popover, menu, isOpen, close, trigger, onToggle, onMenuKeyDown } = useMenu()
  const hasOthers = (user.profile_count ?? 1) > 1
  const leaveMypage = () => (pathname.startsWith(mypagePath) ? navigate(homePath) : undefined)
  return (
    <>
      <button
        type="button"
        id={`${id}-button`}
        aria-haspopup="menu"
        popoverTarget={id}
        className="flex min-h-11 cursor-pointer items-center gap-1 rounded-full pr-2 pl-1 transition-colors duration-(--duration-fast) hover:bg-foreground/12"
        {...trigger}
      >
        {profile.is_child && <Badge tone="accent_subtle">{messages.kids}</Badge>}
        <ProfileAvatar profile={profile} size="sm" />
        <span className="sr-only">{sessionMessages.menu_label(profile.name)}</span>
        <Icon name="chevron_down" className="size-4 text-foreground-muted max-[18rem]:hidden" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        onToggle={onToggle}
        className="fixed inset-auto top-[calc(var(--header-height)-0.375rem)] right-(--page-gutter) max-h-[calc(100dvh-var(--header-height))] w-64 overflow-y-auto rounded-sheet bg-surface-raised p-2 text-foreground shadow-float"
      >
        <div className="flex items-center gap-3 px-3 pt-3 pb-3">
          <ProfileAvatar profile={profile} />
          <div className="min-w-0">
            <p className="truncate font-bold">{profile.name}</p>
            <p className="truncate text-sm text-foreground-subtle">
              {isOpen && !profile.is_child && user.email}
            </p>
          </div>
        </div>
        <div className="mb-2 border-b border-border" />
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${id}-button`}
          onKeyDown={onMenuKeyDown}
          className="outline-none"
        >
          {isOpen && hasOthers && (
            <Suspense>
              <MenuProfiles current_id={profile.id} onPicked={close} />
            </Suspense>
          )}
          {profileItems(profile, hasOthers).map((item) => (
            <MenuLink key={item.to} {...item} onClick={close} />
          ))}
          {(hasOthers || !profile.is_child) && <hr className="my-2 border-border" />}
          {(profile.is_child ? childItems : items).map((item) => (
            <MenuLink key={item.to} {...item} onClick={close}>
              {item.to === pointsPath && isOpen && (
                <Suspense>
                  <PointBalance />
                </Suspense>
              )}
            </MenuLink>
          ))}
          <hr className="my-2 border-border" />
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={menuRow}
            onClick={() => {
              close()
              void logOut(leaveMypage)
            }}
          >
            <Icon name="share" className="size-5 rotate-90 text-foreground-subtle" />
            {messages.logout}
          </button>
        </div>
      </div>
    </>
  )
}

function MenuLink({
  to,
  icon,
  title,
  onClick,
  children,
}: MenuItem & { onClick: () => void; children?: ReactNode }) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={menuRow} onClick={onClick}>
      <Icon name={icon} className="size-5 text-foreground-subtle" />
      {title}
      {children}
    </Link>
  )
}
