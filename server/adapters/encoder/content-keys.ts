import { hkdfSync } from 'node:crypto'

/**
 * Content keys of encrypted films: AES-128, one for each rendition and period. Period 0 is the free beginning, later
 * periods last at most `periodSeconds` each. All keys of an asset are derived from one 32-byte secret, so that a key opens
 * neither another rendition nor another period, and a single row is stored.
 */
export type ContentKey = { rendition: string; period: number }

/** Bytes of an asset's secret. */
export const secretBytes = 32

/** The longest stretch of film, in seconds, that one key opens after the free beginning. */
export const periodSeconds = 300

/** Folder names of renditions: the sound, and video by its shorter side. */
export const renditionName = /^(?:audio|v[1-9]\d{0,3})$/

/** The address of a key, relative to the asset's folder. The application answers it; there is no such file. */
export const keyPath = ({ rendition, period }: ContentKey): string =>
  `keys/${rendition}/${period}.key`

const keyAddress = /(?:^|\/)keys\/(audio|v[1-9]\d{0,3})\/(0|[1-9]\d{0,3})\.key$/

/** @returns the key that a path below an asset's folder, or a playlist's URI, names; undefined where it names none. */
export function parseKeyPath(path: string): ContentKey | undefined {
  const [, rendition, period] = keyAddress.exec(path) ?? []
  return rendition === undefined ? undefined : { rendition, period: Number(period) }
}

/** Derives a key of 16 bytes from an asset's secret by HKDF-SHA-256 (RFC 5869). */
export const deriveContentKey = (secret: Uint8Array, { rendition, period }: ContentKey): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `hanpyeon content key|${rendition}|${period}`, 16))
