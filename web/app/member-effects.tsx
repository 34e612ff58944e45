import { type CatalogueLimit, catalogueLimitOf } from '#contract/core/age-limits.ts'
import { onApiError } from '#web/api/api-errors.ts'
import { profilesPath } from '#web/routing/account-paths.ts'
import { studioPath } from '#web/routing/studio-paths.ts'
import { withRedirect } from '#web/routing/paths.ts'
import { authStore, useAuth, useIsChild } from '#web/session/auth-store.ts'
import { localStore } from '#web/lib/browser-storage.ts'
import { childKey } from '#web/lib/inline-scripts.ts'
import { flushUnsentProgress } from '#web/session/progress-outbox.ts'
import { useService } from '#web/lib/service.ts'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'

/** Areas that a member without a profile may use: those that act for the account. */
const accountAreas = /^\/(?:accounts|terms|studio|unsubscribe|test)(?:\/|$)|^\/profiles\/?$/

/** The effects of every page for a member. Loaded for members only, and rendered once, outside of the pages. */
export function MemberEffects() {
  const { user } = useAuth()
  const profileId = user.profile?.id
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  // Asks who watches before the first page of a session.
  const isChoiceDue = profileId === undefined && !accountAreas.test(pathname)
  const currentPath = pathname + search + hash
  useEffect(() => {
    if (isChoiceDue) void navigate(withRedirect(profilesPath, currentPath), { replace: true })
  }, [isChoiceDue, currentPath, navigate])

  // This page may show content that the profile may not see: another one was chosen in another tab, or the browser kept the page
  // from before. The studio belongs to the member.
  const shownId = useRef(profileId)
  const renderedLimit = (
    useRouteLoaderData('root') as { catalogue_limit?: CatalogueLimit } | undefined
  )?.catalogue_limit
  const limit = user.profile && catalogueLimitOf(user.profile.age_limit)
  const isChoosing = pathname === profilesPath
  const isStudio = pathname.startsWith(studioPath)
  const isFirst = useRef(true)
  useEffect(() => {
    const isOther = shownId.current !== undefined && shownId.current !== profileId
    const isOutdated = isFirst.current && renderedLimit && limit && renderedLimit !== limit
    if (isOther && !isStudio)
      void import('#web/ui/dialog/dialog-store.ts').then(({ dialogs }) => dialogs.closeAll())
    if ((isOther || isOutdated) && !isChoosing) void revalidate()
    shownId.current = profileId
    isFirst.current = limit === undefined
  }, [profileId, limit, renderedLimit, isChoosing, isStudio, revalidate])

  // Header and footer are the server's HTML: style sheets give a children's profile its look and hide links from it. The
  // next page has the mark before it is painted (`markSession`).
  const isChild = useIsChild()
  useEffect(() => {
    const { dataset } = document.documentElement
    if (isChild) dataset['child'] = ''
    else delete dataset['child']
    if (isChild) localStore.setItem(childKey, '1')
    else localStore.removeItem(childKey)
    return () => {
      delete dataset['child']
      localStore.removeItem(childKey)
    }
  }, [isChild])

  // The profile was deleted or changed on another device.
  useEffect(
    () =>
      onApiError(({ code }) => {
        if (code === 'profile_required' && authStore.getState().user.profile)
          void authStore.checkAuth()
      }),
    [],
  )

  // Asks once in a document for the consent to changed terms, but not where they are read.
  const isAsked = useRef(false)
  const isConsentDue =
    (useService().requested_consents?.length ?? 0) > 0 &&
    profileId !== undefined &&
    !isChild &&
    !accountAreas.test(pathname)
  useEffect(() => {
    if (!isConsentDue || isAsked.current) return
    isAsked.current = true
    void import('#web/features/account/consents/consent-requests.tsx')
      .then(({ openConsentRequests }) => openConsentRequests())
      .catch(() => (isAsked.current = false))
  }, [isConsentDue])

  // The studio has a socket of its own.
  useEffect(() => {
    if (profileId === undefined || isStudio) return
    const following = import('#web/session/follow-notifications.ts').then(
      ({ followNotifications }) => followNotifications(isChild),
      () => undefined,
    )
    return () => void following.then((stop) => stop?.())
  }, [profileId, isChild, isStudio])

  // Sends progress that was saved offline.
  useEffect(() => {
    const send = () => void flushUnsentProgress(0)
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [profileId])

  return null
}
