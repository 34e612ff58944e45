import { endpoints } from '#contract/index.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { queryOptions } from '@tanstack/react-query'
import { pricingMessages as messages } from './messages.ko.ts'

export const plansQuery = queryOptions({
  queryKey: studioKeys.pricing('plans'),
  queryFn: () => call(endpoints.studio_pricing.listPlans, {}),
  // The base of an edit is always refetched.
  staleTime: 0,
})

export const packagesQuery = queryOptions({
  queryKey: studioKeys.pricing('packages'),
  queryFn: () => call(endpoints.studio_pricing.listPackages, {}),
  staleTime: 0,
})

export const priceChangesQuery = queryOptions({
  queryKey: studioKeys.pricing('price-changes'),
  queryFn: () => call(endpoints.studio_price_changes.listPriceChanges, {}),
  staleTime: 0,
})

export const rentalTermsQuery = queryOptions({
  queryKey: studioKeys.pricing('rental-terms'),
  queryFn: () => call(endpoints.studio_pricing.readRentalTerms, {}),
  staleTime: 0,
})

/** The options of every edit. @param used says what `conflict` means */
export const editOptions = (used = '') =>
  ({
    invalidates: [studioKeys.pricing()],
    messageOf: (cause: unknown) =>
      isApiError(cause, 'edit_conflict')
        ? messages.conflict
        : isApiError(cause, 'conflict')
          ? used
          : errorMessage(cause),
  }) as const
