-- Plays a scene, which is in the file that RESLINT_SCENE names, and leaves Neovim with status 1 if it goes another way.
local scene = vim.fn.json_decode(vim.fn.readfile(vim.env.RESLINT_SCENE))

local function shown()
  local list = vim.tbl_filter(function(d) return d.source == "reslint" end, vim.diagnostic.get(0))
  table.sort(list, function(a, b) return a.lnum < b.lnum or a.lnum == b.lnum and a.col < b.col end)
  return list
end

local function rules()
  return vim.tbl_map(function(d)
    -- Neovim 0.7 keeps what the server says only as user data.
    return d.code or d.user_data.lsp.code
  end, shown())
end

local function wait(what, met)
  if not vim.wait(60000, met, 20) then
    error("waiting for " .. what .. "; there is " .. vim.inspect(rules()) .. "\n" .. vim.fn.execute("messages"))
  end
end

local function play()
  if scene.typed ~= "" then
    vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.split(scene.typed:gsub("\n$", ""), "\n"))
  end
  wait("findings", function() return vim.deep_equal(rules(), scene.findings) end)
  if scene.typed ~= "" and table.concat(vim.fn.readfile(vim.api.nvim_buf_get_name(0)), "\n") .. "\n" ~= scene.before then
    error("the file was saved")
  end
  if scene.action ~= "" then
    local last = shown()[#scene.findings]
    vim.api.nvim_win_set_cursor(0, { last.lnum + 1, last.col })
    local tick, titles = vim.b.changedtick, {}
    vim.ui.select = function(items, options, choose)
      for _, item in ipairs(items) do
        local title = options.format_item(item)
        table.insert(titles, title)
        if vim.startswith(title, scene.action) then
          return choose(item)
        end
      end
    end
    vim.lsp.buf.code_action()
    wait(scene.action .. " among " .. vim.inspect(titles), function() return vim.b.changedtick > tick end)
    if scene.reason ~= "" then
      vim.fn.search("//reslint:ignore", "cw")
      vim.cmd("normal! A " .. scene.reason)
    end
  end
  vim.cmd("write")
  wait("an end of the findings", function() return #shown() == 0 end)
end

local ok, problem = pcall(play)
if not ok then
  io.stderr:write(tostring(problem) .. "\n")
  vim.cmd("cquit")
end
vim.cmd("qall!")
