/** The build of hls.js by `hls-build.ts`. */
declare module 'virtual:hls' {
  export { default } from 'hls.js'
}
