import { lazyOrNothing } from '#web/ui/base/lazy-or-nothing.tsx'
import { loginMessages } from '#web/features/account/login/messages.ko.ts'
import { useAuth } from '#web/session/auth-store.ts'
import { customerServicePath, homePath, mypagePath, profilePath } from '#web/routing/paths.ts'
import { Avatar } from '#web/ui/base/avatar.tsx'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'
import { Suspense, useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { logOut } from '#web/session/log-out.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { sessionMessages } from '#web/session/messages.ko.ts'

const messages = loginMessages.menu

/** Loaded when the menu first opens, since most pages do not load the query client. Omitted if it fails to load. */
const PointBalance = lazyOrNothing(() =>
  import('./point-balance.tsx').then(({ PointBalance }) => PointBalance),
)

const items: { to: string; icon: IconName; title: string }[] = [
  { to: mypagePath, icon: 'home', title: messages.mypage },
  { to: `${mypagePath}/wishlist`, icon: 'heart', title: messages.wishlist },
  { to: `${mypagePath}/purchased`, icon: 'film_reel', title: messages.purchased },
  { to: `${mypagePath}/points`, icon: 'star', title: messages.points },
  { to: profilePath, icon: 'person', title: messages.profile },
  { to: customerServicePath, icon: 'chat', title: messages.help },
]

const row =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-lg px-3 text-left text-base hover:bg-surface-high focus-visible:bg-surface-high focus-visible:-outline-offset-2'

const consonants = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'

/** Whether a text starts with a typed character, or its first syllable with a typed Korean consonant. */
function startsWith(text: string, key: string): boolean {
  const syllable = text.charCodeAt(0) - '가'.charCodeAt(0)
  return text.startsWith(key) || consonants[Math.floor(syllable / 588)] === key
}

/** The account menu: ARIA menu button pattern in a native popover. */
export function AccountMenu() {
  const { user } = useAuth()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  /** The element to focus when the menu opens: an item if it was opened by keyboard. */
  const initialFocus = useRef<'menu' | 'first' | 'last'>('menu')
  const [isOpen, setIsOpen] = useState(false)
  const menuItems = () => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
  ]
  const close = () => popover.current?.hidePopover()
  const leaveMypage = () => (pathname.startsWith(mypagePath) ? navigate(homePath) : undefined)

  function onTriggerKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    // The menu is focused a moment after it opens: keys pressed before that act on it as well.
    if (popover.current?.matches(':popover-open') && !['Enter', ' '].includes(event.key))
      return onMenuKeyDown(event)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    initialFocus.current = event.key === 'ArrowUp' ? 'last' : 'first'
    popover.current?.showPopover()
  }

  function onToggle(event: ToggleEvent) {
    if (event.newState !== 'open' || menu.current?.contains(document.activeElement)) return
    const target =
      initialFocus.current === 'menu'
        ? menu.current
        : menuItems().at(initialFocus.current === 'last' ? -1 : 0)
    target?.focus()
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

  return (
    <>
      <button
        type="button"
        id={`${id}-button`}
        aria-haspopup="menu"
        popoverTarget={id}
        className="flex min-h-11 cursor-pointer items-center gap-1 rounded-full pr-1.5 pl-1 transition-colors duration-(--duration-fast) hover:bg-foreground/12"
        // `detail` is 0 for clicks by keyboard.
        onClick={(event) => (initialFocus.current = event.detail === 0 ? 'first' : 'menu')}
        onKeyDown={onTriggerKeyDown}
      >
        <AccountAvatar user={user} />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        onBeforeToggle={(event) => setIsOpen(event.newState === 'open')}
        onToggle={onToggle}
        className="fixed inset-auto top-[calc(var(--header-height)-0.375rem)] right-(--page-gutter) max-h-[calc(100dvh-var(--header-height))] w-64 overflow-y-auto rounded-xl bg-surface-raised p-1.5 text-foreground shadow-float"
      >
        <div className="flex items-center gap-3 px-3 pt-2.5 pb-3">
          <Avatar name={user.username} image={user.profile_image} />
          <div className="min-w-0">
            <p className="truncate font-bold">{user.username}</p>
            <p className="truncate text-sm text-foreground-subtle">{isOpen && user.email}</p>
          </div>
        </div>
        <div className="mb-1.5 border-b border-border" />
        <div
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${id}-button`}
          onKeyDown={onMenuKeyDown}
          className="outline-none"
        >
          {items.map(({ to, icon, title }) => (
            <Link key={to} to={to} role="menuitem" tabIndex={-1} className={row} onClick={close}>
              <Icon name={icon} className="size-4.5 text-foreground-subtle" />
              {title}
              {title === messages.points && isOpen && (
                <Suspense>
                  <PointBalance />
                </Suspense>
              )}
            </Link>
          ))}
          <hr className="my-1.5 border-border" />
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={row}
            onClick={() => {
              close()
              void logOut(leaveMypage)
            }}
          >
            <Icon name="share" className="size-4.5 rotate-90 text-foreground-subtle" />
            {messages.logout}
          </button>
        </div>
      </div>
    </>
  )
}

function AccountAvatar({ user }: { user: User }) {
  return (
    <>
      <Avatar name={user.username} image={user.profile_image} size="sm" />
      <span className="sr-only">{sessionMessages.menu_label(user.username)}</span>
      <Icon name="chevron_down" className="size-4 text-foreground-muted max-[18rem]:hidden" />
    </>
  )
}
