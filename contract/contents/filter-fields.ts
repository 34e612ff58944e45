import * as z from 'zod/mini'
import { booleanString } from '#contract/core/fields.ts'
import { type FilterValue, isYesOrNo, type ListingFilters, mapFilters } from './listing-filters.ts'

type QueryFields<Filters extends ListingFilters> = {
  [Name in keyof Filters]: z.ZodMiniOptional<
    z.ZodMiniType<
      FilterValue<Filters[Name]>,
      'true' extends Filters[Name][number] ? 'true' | 'false' : Filters[Name][number]
    >
  >
}

/** The optional fields of a query that filter a list. */
export const filterQuery = <Filters extends ListingFilters>(filters: Filters) =>
  mapFilters(filters, (values) =>
    z.optional(isYesOrNo(values) ? booleanString : z.enum(values)),
  ) as unknown as QueryFields<Filters>

type ValueFields<Filters extends ListingFilters> = {
  [Name in keyof Filters]: z.ZodMiniArray<z.ZodMiniType<FilterValue<Filters[Name]>>>
}

/** The fields of a response with the values of each filter that leave something. */
export const filterValueFields = <Filters extends ListingFilters>(filters: Filters) =>
  mapFilters(filters, (values) =>
    z.array(isYesOrNo(values) ? z.boolean() : z.enum(values)),
  ) as unknown as ValueFields<Filters>
