import { describe, expect, it } from 'vitest'
import { ConfigurationError, variables } from '../src/config/variables.ts'
import { readConfig } from '../src/config.ts'

const failure = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return String(error)
  }
}

describe('the configuration', () => {
  it('drains for five seconds behind a proxy and not at all without one, unless FASTI_DRAIN says how long', () => {
    const drainOf = (env: Record<string, string>) => readConfig(env).drain
    const proxy = { FASTI_TRUST_PROXY: '127.0.0.1' }
    expect([drainOf({}), drainOf(proxy), drainOf({ ...proxy, FASTI_DRAIN: '0' })]).toEqual([0, 5, 0])
    expect(drainOf({ FASTI_DRAIN: '30' })).toBe(30)
  })

  it('has a default for every variable', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: 'sqlite:./data/fasti.db',
      baseUrl: 'http://127.0.0.1:3000',
      namespace: 'cal/events/v1',
      zone: 'UTC',
      language: 'en',
      maxPerPage: 100,
      cacheMemory: undefined,
      currency: undefined,
      rateLimit: undefined,
    })
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', FASTI_CURRENCY: ' ' })).toMatchObject({ port: 3000, currency: undefined })
  })

  it('puts the database in the data folder by default', () => {
    expect(readConfig({ FASTI_DATA_DIR: '/srv/x' }).databaseUrl).toBe('sqlite:/srv/x/fasti.db')
    expect(readConfig({ FASTI_DATA_DIR: '/srv/x', DATABASE_URL: 'sqlite::memory:' }).databaseUrl).toBe(
      'sqlite::memory:',
    )
  })

  it('accepts a replica for PostgreSQL only', () => {
    const [url, replica] = ['postgres://a@db/cal', 'postgresql://a@copy/cal']
    expect(readConfig({ DATABASE_URL: url, DATABASE_READ_URL: replica }).databaseReadUrl).toBe(replica)
    expect(readConfig({ DATABASE_URL: url }).databaseReadUrl).toBeUndefined()
    expect(failure({ DATABASE_READ_URL: replica })).toContain('DATABASE_READ_URL is')
    expect(failure({ DATABASE_URL: url, DATABASE_READ_URL: 'sqlite:copy.db' })).toContain(
      'DATABASE_READ_URL is',
    )
  })

  it('shows a wildcard host as 127.0.0.1 in addresses, and an IPv6 host in brackets', () => {
    expect(readConfig({ HOST: '0.0.0.0', PORT: '80' }).baseUrl).toBe('http://127.0.0.1:80')
    expect(readConfig({ HOST: '::1' }).baseUrl).toBe('http://[::1]:3000')
  })

  it('keeps the path of the base address without its trailing slash', () => {
    expect(readConfig({ FASTI_BASE_URL: 'https://example.org/calendar/' }).baseUrl).toBe(
      'https://example.org/calendar',
    )
  })

  it('normalises the zone to its proper case and the currency to capitals', () => {
    expect(readConfig({ FASTI_TIME_ZONE: 'europe/paris', FASTI_CURRENCY: 'eur' })).toMatchObject({
      zone: 'Europe/Paris',
      currency: 'EUR',
    })
  })

  const wrong: Readonly<Record<string, readonly string[]>> = {
    PORT: ['abc', '-1', '65536', '3e3'],
    DATABASE_URL: ['mysql://x', 'fasti.db', 'sqlite:'],
    FASTI_BASE_URL: ['example.org', 'ftp://example.org', 'http://example.org/?a=b', 'http://u@example.org'],
    FASTI_NAMESPACE: ['/a', 'a//b', 'a b', '../x'],
    FASTI_TIME_ZONE: ['Mars/X', 'UTC+15'],
    FASTI_LANGUAGE: ['xx', 'EN'],
    FASTI_MAX_PER_PAGE: ['0', '1001', 'x'],
    FASTI_CACHE_MEMORY: ['7', '4097', '64 MB'],
    FASTI_CURRENCY: ['EURO', 'ZZZ'],
    FASTI_RATE_LIMIT: ['10', '0/minute', '10/hour'],
    FASTI_LOG_LEVEL: ['loud'],
    FASTI_IMAGE_HOSTS: ['http://images.example', 'a.example/x', 'a b'],
    FASTI_WEBHOOK_HOSTS: ['127.0.0.1:port', 'a.example, https://b.example/'],
    FASTI_CORS_ORIGINS: ['example.org', 'https://example.org/page', '*.example.org', 'null'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    it(`refuses a ${name} such as ${values.join(', ')}, with its name and form in the message`, () => {
      for (const value of values) {
        const message = failure({ [name]: value })
        expect(message).toContain(`${name} is "${value}"`)
        expect(message).toContain(variables.find((one) => one.name === name)?.form)
      }
    })
  }

  it('reads every variable that the help and the documentation name, but for those of one command alone', () => {
    const read = new Set<string>()
    const given: Readonly<Record<string, string>> = { FASTI_TRANSLATE_URL: 'http://127.0.0.1:5000' }
    const get = (_: object, name: string) => {
      read.add(name)
      return given[name]
    }
    readConfig(new Proxy<Record<string, string>>({}, { get }))
    expect(variables.map(({ name }) => name).filter((name) => !read.has(name))).toEqual([
      'FASTI_TOKEN',
      'FASTI_IMPORT_AUTHORIZATION',
    ])
  })

  it('accepts hosts with and without ports, and origins as people write them', () => {
    const hosts = 'images.intranet, 10.0.0.5:8080,[::1]:80,::1'
    expect(readConfig({ FASTI_IMAGE_HOSTS: hosts, FASTI_WEBHOOK_HOSTS: hosts })).toMatchObject({
      imageHosts: ['images.intranet', '10.0.0.5:8080', '[::1]:80', '::1'],
      webhookHosts: ['images.intranet', '10.0.0.5:8080', '[::1]:80', '::1'],
    })
    expect(readConfig({ FASTI_CORS_ORIGINS: 'https://Example.org/,http://a.example:8080,*' })).toMatchObject({
      corsOrigins: ['https://example.org', 'http://a.example:8080', '*'],
    })
  })

  it('cleans the attribution of the maps; the default is clean', () => {
    const attributionOf = (text: string) => readConfig({ FASTI_MAP_ATTRIBUTION: text }).mapAttribution
    expect(attributionOf('<a href="https://a.example/" onclick="x()">A</a>')).toBe(
      '<a href="https://a.example/">A</a>',
    )
    expect(attributionOf('')).toContain('OpenStreetMap')
    expect(attributionOf(attributionOf(''))).toBe(attributionOf(''))
  })

  it('shows no password of an invalid value', () => {
    const message = failure({
      DATABASE_URL: 'postgress://ada:secret@db.example/calendar',
      FASTI_SMTP_URL: 'smtp://ada:se@cret@mail.example:99999',
    })
    expect(message).toContain('DATABASE_URL is "postgress://ada:***@db.example/calendar"')
    expect(message).toContain('FASTI_SMTP_URL is "smtp://ada:***@mail.example:99999"')
    expect(message).not.toContain('cret')
  })

  it('says which variable of a sign-in through the organisation is missing, or does not go with another one', () => {
    const saml = { FASTI_SAML_METADATA: 'https://login.example/idp', FASTI_BASE_URL: 'https://a.example' }
    const oidc = { FASTI_OIDC_ISSUER: 'https://login.example', FASTI_OIDC_CLIENT_ID: 'fasti' }
    expect(readConfig(saml).signIn).toMatchObject({
      protocol: 'saml',
      entityId: 'https://a.example/signin/saml/metadata',
      subject: undefined,
    })
    expect(readConfig({ FASTI_SAML_METADATA: '/etc/idp.xml' }).signIn).toMatchObject({ protocol: 'saml' })
    expect(readConfig(oidc).signIn).toMatchObject({ protocol: 'oidc', session: 43_200 })
    for (const [env, message] of [
      [{ ...saml, ...oidc }, /^ConfigurationError: FASTI_SAML_METADATA is set besides FASTI_OIDC_ISSUER/],
      [{ ...saml, FASTI_BASE_URL: 'http://a.example' }, /FASTI_BASE_URL is "http:.*it must be https/],
      [{ ...saml, FASTI_OIDC_CLIENT_SECRET: 'x' }, /FASTI_OIDC_ISSUER is not set/],
      [{ ...saml, FASTI_SAML_METADATA: 'http://login.example/idp' }, /FASTI_SAML_METADATA is "http/],
      [
        { ...saml, FASTI_SAML_METADATA: 'idp.xml' },
        /FASTI_SAML_METADATA is "idp.xml"; expected: .*absolute path/,
      ],
      [{ ...saml, FASTI_SAML_LOGOUT: 'javascript:x' }, /FASTI_SAML_LOGOUT is/],
      [{ ...saml, FASTI_SAML_SUBJECT: 'a b' }, /FASTI_SAML_SUBJECT is/],
      [{ FASTI_SAML_SUBJECT: 'uid' }, /FASTI_SAML_METADATA is not set: FASTI_SAML_SUBJECT needs it/],
      [{ FASTI_OIDC_ROLES: 'a:b=editor' }, /FASTI_OIDC_ISSUER is not set, nor FASTI_SAML_METADATA/],
      [{ FASTI_PASSWORDS: 'off' }, /nor FASTI_SAML_METADATA.*nobody could sign in/],
      [{ FASTI_OIDC_ISSUER: oidc.FASTI_OIDC_ISSUER }, /FASTI_OIDC_CLIENT_ID is not set/],
    ] as const)
      expect(failure(env)).toMatch(message)
  })

  it('reports all invalid variables at once', () => {
    expect(failure({ PORT: 'x', FASTI_TIME_ZONE: 'y' })).toMatch(/PORT[\s\S]*FASTI_TIME_ZONE/)
  })
})
