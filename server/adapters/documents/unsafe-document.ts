/** A document contains something outside of the allow-list, or cannot be parsed. */
export class UnsafeDocument extends Error {}
