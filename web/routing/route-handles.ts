import type { ComponentType } from 'react'
import { useMatches } from 'react-router'

/** The `handle` of a page within a layout for members. */
export type MemberPageHandle = {
  /** Rendered by the server, and shown until the session is checked. */
  Skeleton: ComponentType
  /** False on the pages that select a profile. Default: true. */
  isProfileNeeded?: boolean
}

/** The `handle` of a page within the layout of the account area. */
export type MypagePageHandle = MemberPageHandle & {
  title: string
  /** For the page that lists the others. */
  hideMobileNav?: boolean
  /** For a page whose columns fill wide screens. */
  isWide?: boolean
}

/** The `handle` of an inquiry page. */
export type InquiryPageHandle = MemberPageHandle & { tab: 'new' | 'list' }

/** Returns the `handle` of the innermost route. */
export const useRouteHandle = <T>(): T => useMatches().at(-1)?.handle as T
