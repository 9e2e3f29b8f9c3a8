/** The name and the logo of the calendar, on every page of the desk. Saving the settings updates them. */
import { signal } from '@preact/signals'
import type { Settings } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'

export const siteNameSignal = signal(deskSettings.name)
const siteLogo = signal(deskSettings.logo)

/** Shows the name and the logo that were saved. */
export function updateShownBrand({ name, logo_url: logo }: Settings): void {
  siteNameSignal.value = name
  siteLogo.value = logo && new URL(logo).pathname
}

/** The logo, if there is one, and the name. */
export function Brand() {
  return (
    <>
      {siteLogo.value !== '' && <img src={siteLogo.value} alt="" />}
      {siteNameSignal.value}
    </>
  )
}
