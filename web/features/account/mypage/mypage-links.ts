import { mypageMessages } from './messages.ko.ts'
import {
  paymentsPath,
  plansPath,
  pointsPath,
  purchasesPath,
  cancelSubscriptionPath,
  wishlistPath,
  listsPath,
  customerServicePath,
  profilePath,
  historyPath,
  notificationsPath,
} from '#web/routing/account-paths.ts'
import { mypagePath } from '#web/routing/paths.ts'
import type { NavItem } from '#web/ui/layout/sidebar-layout.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'

const { entries, details } = mypageMessages

type MypageLink = {
  to: string
  title: string
  detail: string
  icon: IconName
  also?: string
}

/** Links of the member area in their order. */
export const mypageLinks: readonly MypageLink[] = [
  { to: historyPath, title: entries.videos, detail: details.videos, icon: 'clock' },
  {
    to: wishlistPath,
    title: entries.wishlist,
    detail: details.wishlist,
    icon: 'heart',
    also: listsPath,
  },
  {
    to: purchasesPath,
    title: entries.purchased,
    detail: details.purchased,
    icon: 'film_reel',
  },
  {
    to: plansPath,
    title: entries.plans,
    detail: details.plans,
    icon: 'monitor',
    also: cancelSubscriptionPath,
  },
  { to: pointsPath, title: entries.points, detail: details.points, icon: 'star' },
  { to: paymentsPath, title: entries.payments, detail: details.payments, icon: 'document' },
  {
    to: notificationsPath,
    title: entries.notifications,
    detail: details.notifications,
    icon: 'bell',
  },
  { to: profilePath, title: entries.profile, detail: details.profile, icon: 'person' },
]

export const supportLink: MypageLink = {
  to: customerServicePath,
  title: entries.support,
  detail: details.support,
  icon: 'chat',
}

/** The pages of the member area that a children's profile may open. */
export const childPaths: readonly string[] = [
  historyPath,
  wishlistPath,
  listsPath,
  notificationsPath,
]

/** The navigation of the member area: its overview, then the links. */
export const mypageItems: readonly NavItem[] = [
  { to: mypagePath, title: entries.overview, icon: 'home', end: true },
  ...mypageLinks,
]

export const childMypageItems = mypageItems.filter(({ to }) => childPaths.includes(to))
