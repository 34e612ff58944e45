vcl 4.1;
# Varnish between caches of `nginx.conf` and the servers, or in place of their own cache. It does not verify addresses, so it must
# listen on a private network only. Change the lines marked SET, and set MEDIA_PURGE_URLS.

backend server {
  .host = "127.0.0.1"; # SET a server
  .port = "3000";
}

acl purgers {
  "127.0.0.1"; # SET the workers
}

sub vcl_recv {
  if (req.method == "PURGE") {
    if (client.ip !~ purgers || req.http.Surrogate-Key !~ "^film-[0-9]+$") {
      return (synth(403));
    }
    ban("obj.http.Surrogate-Key == " + req.http.Surrogate-Key);
    return (synth(204));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (synth(405));
  }
  set req.url = regsub(req.url, "\?.*$", "");
  unset req.http.Cookie;
  unset req.http.Authorization;
  if (req.url !~ "^/media/[^/]+/[0-9]+f?p?/(audio|v[0-9]+)/([0-9]+/)?[a-z0-9_]+\.(m4s|mp4)$") {
    return (pass);
  }
  return (hash);
}

# The address without its signature.
sub vcl_hash {
  hash_data(regsub(req.url, "^/media/[^/]+/", "/media/"));
  return (lookup);
}

sub vcl_backend_response {
  # Refusals are not cached, and other requests do not wait for them.
  if (beresp.status != 200 || beresp.http.Cache-Control !~ "public") {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
  }
}
