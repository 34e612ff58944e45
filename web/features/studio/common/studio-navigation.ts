import { hasStaffAccess, type StaffAccess, studioAccess } from '#contract/core/staff-roles.ts'
import type { StudioPage } from '#web/features/studio/palette/palette-store.ts'
import {
  PendingInquiryCount,
  PendingReviewCount,
} from '#web/features/studio/service/pending-badges.tsx'
import * as paths from '#web/routing/studio-paths.ts'
import type { ComponentType } from 'react'
import { studioMessages } from './messages.ko.ts'
import { useStaffRole } from './staff-access.ts'

const { pages } = studioMessages

type StudioLink = StudioPage & {
  /** The tasks of the page, in a sentence. */
  detail?: string
  /** The access that the page and those below it require; all staff may open a page without one. */
  access?: StaffAccess
  /** The number of items that wait on the page. */
  Badge?: ComponentType
}

/** The pages of the studio, its home first: navigation, home, titles, access and the palette read this list. */
const links: readonly StudioLink[] = [
  { to: paths.studioPath, ...pages.home, icon: 'grid', end: true },
  {
    to: paths.studioWorksPath,
    ...pages.works,
    icon: 'film_reel',
    access: studioAccess.catalogue,
  },
  {
    to: paths.studioSchedulePath,
    ...pages.schedule,
    icon: 'calendar',
    access: studioAccess.catalogue,
  },
  {
    to: paths.studioHomeCurationPath,
    ...pages.home_curation,
    icon: 'home',
    access: studioAccess.catalogue,
  },
  {
    to: paths.studioCategoriesPath,
    ...pages.categories,
    icon: 'bookmark',
    access: studioAccess.catalogue,
  },
  {
    to: paths.studioUploadsPath,
    ...pages.uploads,
    icon: 'share',
    access: studioAccess.catalogue,
  },
  {
    to: paths.studioInquiriesPath,
    ...pages.inquiries,
    icon: 'chat',
    access: studioAccess.support,
    Badge: PendingInquiryCount,
  },
  {
    to: paths.studioNoticesPath,
    ...pages.notices,
    icon: 'document',
    access: studioAccess.support,
  },
  {
    to: paths.studioReviewsPath,
    ...pages.reviews,
    icon: 'star',
    access: studioAccess.support,
    Badge: PendingReviewCount,
  },
  {
    to: paths.studioMembersPath,
    ...pages.members,
    icon: 'person',
    access: studioAccess.members,
  },
  {
    to: paths.studioPricingPath,
    ...pages.pricing,
    icon: 'card',
    access: studioAccess.pricing,
  },
  {
    to: paths.studioCampaignsPath,
    ...pages.campaigns,
    icon: 'mail',
    access: studioAccess.marketing,
  },
  {
    to: paths.studioDeletionSurveysPath,
    ...pages.deletion_surveys,
    icon: 'info',
    access: studioAccess.deletion_surveys,
  },
  {
    to: paths.studioRecommendationsPath,
    ...pages.recommendations,
    icon: 'heart',
    access: studioAccess.discovery,
  },
  {
    to: paths.studioSearchesPath,
    ...pages.searches,
    icon: 'search',
    access: studioAccess.discovery,
  },
  {
    to: paths.studioAuditLogPath,
    ...pages.audit_log,
    icon: 'clock',
    access: studioAccess.audit_log,
  },
  {
    to: paths.studioStaffPath,
    ...pages.staff,
    icon: 'key',
    access: studioAccess.staff,
  },
  {
    to: paths.studioHealthPath,
    ...pages.health,
    icon: 'monitor',
    access: studioAccess.operations,
  },
  {
    to: paths.studioSettingsPath,
    ...pages.settings,
    icon: 'document',
    access: studioAccess.service,
  },
]

const linkOf = (pathname: string) => links.findLast(({ to }) => `${pathname}/`.startsWith(`${to}/`))

/** The title of the page at an address: its own nav item's, or its parent's. */
export const studioPageTitle = (pathname: string): string | undefined => linkOf(pathname)?.title

/** The access that the page at an address requires; undefined if all staff may open it. */
export const studioPageAccess = (pathname: string): StaffAccess | undefined =>
  linkOf(pathname)?.access

/** The nav items of the pages that the member may open, the studio's home first. */
export function useStudioLinks(): readonly StudioLink[] {
  const role = useStaffRole()
  return links.filter(({ access }) => !access || hasStaffAccess(access, role))
}
