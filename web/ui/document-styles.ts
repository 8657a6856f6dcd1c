import figtreeUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import frauncesUrl from '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url'
import base from './base.css?inline'
import fonts from './fonts.css?inline'
import tokens from './tokens.css?inline'

/** In the page itself, not linked: the first paint waits for one request instead of two. */
export const documentStyles = `${fonts}${tokens}${base}`

export const preloadedFonts = [figtreeUrl, frauncesUrl]
