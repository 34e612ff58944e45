/** A document contains something outside of the allowlist, or cannot be parsed. */
export class UnsafeDocument extends Error {}
