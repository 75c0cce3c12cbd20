// A certified OpenID Connect provider (npm's oidc-provider) with one client, for tests on this machine.
// It prints its issuer. A person signs in with any name and password; the name decides the groups: "boss…" or "shop…".
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const [clientId, clientSecret] = process.argv.slice(2)
const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`
  const provider = new Provider(issuer, {
    clients: [{
      client_id: clientId,
      client_secret: clientSecret,
      grant_types: ['authorization_code', 'client_credentials'],
      redirect_uris: ['http://store.example/sign-in/openid/callback'],
      post_logout_redirect_uris: ['http://store.example/sign-in']
    }],
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    cookies: { keys: ['only for tests'] },
    ttl: { ClientCredentials: 600 },
    scopes: ['openid', 'profile', 'email', 'plants'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    findAccount: (context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: `Person ${id}`, groups: [id.split('-')[0]], email: `${id}@shop.example`, email_verified: true })
    })
  })
  // The store of a test in a browser has a free port, which nobody knows when the provider starts.
  const isStore = (path) => (uri) => uri === `http://store.example${path}` || new RegExp(`^http://localhost:[0-9]+${path}$`).test(uri)
  provider.Client.prototype.redirectUriAllowed = isStore('/sign-in/openid/callback')
  provider.Client.prototype.postLogoutRedirectUriAllowed = isStore('/sign-in')
  server.on('request', provider.callback())
  console.log(`issuer ${issuer}`)
})
